import Testing

@testable import Pando

@Suite("The children at one operator")
struct ChildTableTests {
  /// An identity whose hash says little.
  private struct Alike: Hashable {
    let number: Int
    let hashCount: Int

    func hash(into hasher: inout Hasher) { hasher.combine(number % hashCount) }
  }

  @Test("are found as in a dictionary, however alike their hashes are", arguments: [1, 3, 1_000])
  func asADictionary(hashCount: Int) {
    let parent = Incarnation()
    var expected: [Int: Incarnation] = [:]
    func step(_ number: Int) -> IncarnationStep {
      IncarnationStep(site: 1, id: Alike(number: number, hashCount: hashCount))
    }
    func check() {
      let children = parent.children(at: 1)
      #expect(children.count == expected.count && children.isEmpty == expected.isEmpty)
      #expect((children.any == nil) == expected.isEmpty)
      for number in 0..<20 { #expect(children[step(number)] === expected[number]) }
      var found = 0
      for (step, child) in children {
        found += 1
        #expect(child.step == step)
      }
      #expect(found == expected.count)
    }
    for round in 0..<60 {
      let number = round * 7 % 20
      if let child = expected[number] {
        child.end()
        expected[number] = nil
        if round.isMultiple(of: 3) {
          check()
          child.revive()
          expected[number] = child
        }
      } else {
        expected[number] = parent.makeChild(step(number), token: UInt64(round))
      }
      check()
    }
  }

  @Test("may end while they are gone through", arguments: [1, 3, 1_000])
  func endMeanwhile(hashCount: Int) {
    let parent = Incarnation()
    for number in 0..<20 {
      let step = IncarnationStep(site: 1, id: Alike(number: number, hashCount: hashCount))
      _ = parent.makeChild(step, token: UInt64(number))
    }
    var found = 0
    for (_, child) in parent.children(at: 1) {
      found += 1
      if found.isMultiple(of: 2) { child.end() }
    }
    #expect(found == 20)
    #expect(parent.children(at: 1).count == 10)
  }
}
