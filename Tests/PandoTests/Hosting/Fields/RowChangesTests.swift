import Pando
import PandoWire
import Testing

@Suite("Rows that note their changes")
struct RowChangesTests {
  private func rows(_ count: Int = 10) -> IdentifiedArrayOf<LedgerRow> {
    IdentifiedArray(uniqueElements: (0..<count).map { LedgerRow(id: $0) })
  }

  private func changes(
    of count: Int = 10, _ body: (inout IdentifiedArrayOf<LedgerRow>) -> Void
  ) -> RowChanges? {
    var rows = rows(count)
    let tracking = rows.trackChanges()
    body(&rows)
    return rows.takeChanges(tracking)
  }

  @Test("name the rows that were changed where they are")
  func updates() {
    #expect(changes { _ in }?.isEmpty == true)
    #expect(changes { $0[id: 3]?.text = "x" }?.updated == [3])
    #expect(changes { $0[4].text = "x" }?.updated == [4])
    #expect(
      changes {
        $0[id: 3]?.text += "x"; $0[id: 3]?.text += "y"
      }?.updated == [3])
    #expect(changes { $0.update(LedgerRow(id: 5, text: "x"), at: 5) }?.updated == [5])
  }

  @Test("name the ends that are the same where rows came or went")
  func ends() {
    #expect(changes { $0.append(LedgerRow(id: 99)) }?.same == .init(front: 10, back: 0))
    #expect(changes { $0.insert(LedgerRow(id: 99), at: 4) }?.same == .init(front: 4, back: 6))
    #expect(changes { $0.remove(at: 4) }?.same == .init(front: 4, back: 5))
    #expect(changes { $0[id: 4] = nil }?.same == .init(front: 4, back: 5))
    #expect(changes(of: 1) { $0[id: 0] = nil }?.same == .init(front: 0, back: 0))
    #expect(changes { $0.removeAll { $0.id > 5 } }?.same == .init(front: 6, back: 0))
    #expect(changes { $0.remove(atOffsets: [2, 7]) }?.same == .init(front: 2, back: 2))
    #expect(changes { $0.removeSubrange(2..<4) }?.same == .init(front: 2, back: 6))
    #expect(changes { $0.removeFirst(3) }?.same == .init(front: 0, back: 7))
    #expect(
      changes { $0.replaceSubrange(2..<5, with: [LedgerRow(id: 70), LedgerRow(id: 9)]) }?.same
        == .init(front: 2, back: 5))
    #expect(
      changes { $0.insert(contentsOf: [LedgerRow(id: 70)], at: 4) }?.same
        == .init(front: 4, back: 6))
    let mixed = changes {
      $0[id: 2]?.text = "x"
      $0.remove(id: 5)
      $0[id: 8]?.text = "y"
    }
    #expect(mixed?.same == .init(front: 2, back: 1))
    #expect(mixed?.updated == [])
  }

  @Test("make one stretch of very many")
  func manyUpdates() {
    let changed = changes(of: 500) { rows in
      for id in 100..<200 { rows[id: id]?.text = "x" }
    }
    #expect(changed?.updated == [])
    #expect(changed?.same == .init(front: 100, back: 300))
  }

  @Test("tell nothing of what moved, or of another array")
  func unknown() {
    #expect(changes { $0.reverse() } == nil)
    #expect(changes { $0.swapAt(1, 2) } == nil)
    #expect(changes { $0.move(fromOffsets: [1], toOffset: 5) } == nil)
    #expect(changes { $0[0] = LedgerRow(id: 77) } == nil)
    #expect(changes { $0 = IdentifiedArray(uniqueElements: [LedgerRow(id: 1)]) } == nil)
    #expect(
      changes { rows in rows.withContiguousMutableStorageIfAvailable { $0[0].text = "x" } } == nil)
  }

  @Test("tell nothing once a copy went another way")
  func copies() {
    var rows = rows()
    let tracking = rows.trackChanges()
    let old = rows
    rows[id: 1]?.text = "x"
    #expect(rows.takeChanges(tracking) == nil)
    // The copy is what it was.
    var back = old
    #expect(back.takeChanges(tracking)?.isEmpty == true)
  }

  @Test("are taken once")
  func taken() {
    var rows = rows()
    let tracking = rows.trackChanges()
    rows[id: 1]?.text = "x"
    #expect(rows.takeChanges(tracking)?.updated == [1])
    #expect(rows.takeChanges(tracking)?.isEmpty == true)
    #expect(rows.takeChanges(tracking + 1) == nil)
  }
}
