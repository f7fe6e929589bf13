import PandoWire
import Testing

@testable import Pando
@testable import PandoIdentifiedCollections

/// Which rows a commit looks at where many children are watched.
@Suite("The rows that a commit looks at")
struct ChangedRowsTests {
  private struct Row: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    var number = 0
  }

  private let root = Incarnation()

  /// Rows of which the first `count` have children with effects on workers.
  private func makeRows(_ count: Int) -> IdentifiedArrayOf<Row> {
    for id in 0..<count {
      let step = IncarnationStep(site: 1, identity: AnyHashable(id))
      root.makeChild(step, token: 0).noteWatched(LaneWatch(running: 1))
    }
    return IdentifiedArray(uniqueElements: (0..<1_000).map { Row(id: $0) })
  }

  @Test("are all at first, and then those that changed")
  func changes() {
    var rows = makeRows(500)
    #expect(root.changedRows(of: &rows, at: 1) == nil)
    #expect(root.changedRows(of: &rows, at: 1) == .single([]))
    rows[id: 7]?.number += 1
    rows[900].number += 1
    #expect(root.changedRows(of: &rows, at: 1) == .single([7, 900]))
    #expect(root.changedRows(of: &rows, at: 1) == .single([]))
    rows.remove(id: 3)
    #expect(root.changedRows(of: &rows, at: 1) == .stretch(3..<3))
    rows.append(Row(id: 5_000))
    #expect(root.changedRows(of: &rows, at: 1) == .stretch(999..<1_000))
  }

  @Test("are all where the array has changed beside a copy, and where it was put back")
  func copies() {
    var rows = makeRows(500)
    _ = root.changedRows(of: &rows, at: 1)
    let copy = rows
    rows[id: 1]?.number += 1
    #expect(root.changedRows(of: &rows, at: 1) == nil)
    rows = copy
    #expect(root.changedRows(of: &rows, at: 1) == nil)
    rows = IdentifiedArray(uniqueElements: [Row(id: 1)])
    #expect(root.changedRows(of: &rows, at: 1) == nil)
  }

  @Test(
    "are all where one child is watched, where most changed, and where a child holds shared values")
  func withoutTracking() {
    var rows = makeRows(1)
    _ = root.changedRows(of: &rows, at: 1)
    #expect(root.changedRows(of: &rows, at: 1) == nil)
    #expect(rows.tracking == nil)

    rows = makeRows(5)
    _ = root.changedRows(of: &rows, at: 1)
    for id in 0..<5 { rows[id: id]?.number += 1 }
    #expect(root.changedRows(of: &rows, at: 1) == nil)
    root.child(IncarnationStep(site: 1, identity: AnyHashable(2)))?
      .noteWatched(LaneWatch(sharing: 1))
    #expect(root.changedRows(of: &rows, at: 1) == nil)
  }
}
