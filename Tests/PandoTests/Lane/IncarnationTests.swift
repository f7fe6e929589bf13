import Testing

@testable import Pando

@Suite("The tree of incarnations")
struct IncarnationTests {
  /// A model of what a tree should be, kept by looking at everything.
  private final class Model {
    let root = Incarnation()
    var all: [Incarnation]
    /// The number of watched lanes, by incarnation.
    var watched: [ObjectIdentifier: Int] = [:]
    /// The living children of each, with those that ended of living parents left out.
    var ended: [Incarnation] = []

    init() {
      all = [root]
    }

    func children(of parent: Incarnation, at site: Int) -> [Incarnation] {
      all.filter { $0.parent === parent && $0.step?.site == site && !hasLeft($0) }
    }

    /// Returns whether it was ended itself, and not with one above it.
    func hasLeft(_ incarnation: Incarnation) -> Bool { ended.contains { $0 === incarnation } }

    func watchedCount(_ incarnation: Incarnation) -> Int {
      (0...1).flatMap { children(of: incarnation, at: $0) }.reduce(
        watched[ObjectIdentifier(incarnation), default: 0]
      ) { $0 + watchedCount($1) }
    }
  }

  @Test(
    "knows which children branch and which are watched", arguments: 1...20 as ClosedRange<UInt64>)
  func lists(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let model = Model()
    for count in 0..<150 {
      let number = Int.random(in: 0..<10, using: &generator)
      let one = model.all.randomElement(using: &generator)!
      switch number {
      case 0...3:
        let step = IncarnationStep(
          site: number % 2, identity: AnyHashable(Int.random(in: 0...3, using: &generator)))
        if !one.isEnded, one.child(step) == nil {
          model.all.append(one.makeChild(step, token: UInt64(model.all.count)))
        }
      case 4:
        if one !== model.root, !one.isEnded {
          one.end()
          model.ended.append(one)
        }
      case 5:
        // As on a host: what ended last comes back first, to where nothing has come meanwhile.
        if let last = model.ended.last, let step = last.step, let parent = last.parent,
          !parent.isEnded, parent.child(step) == nil
        {
          model.ended.removeLast()
          last.revive()
        }
      case 6, 7:
        model.watched[ObjectIdentifier(one), default: 0] += 1
        one.noteWatched(Self.change(seed))
      default:
        if model.watched[ObjectIdentifier(one), default: 0] > 0 {
          model.watched[ObjectIdentifier(one), default: 0] -= 1
          one.noteWatched(.none - Self.change(seed))
        }
      }
      if count % 5 == 0 { check(model, seed) }
    }
    #expect(model.all.count > 20)
  }

  /// Every third tree has lanes that are due, every third one lanes with effects, the others both.
  private static func change(_ seed: UInt64) -> LaneWatch {
    LaneWatch(due: seed % 3 == 1 ? 0 : 1, running: seed % 3 == 2 ? 0 : 1)
  }

  private func check(_ model: Model, _ seed: UInt64) {
    for one in model.all {
      #expect(one.isWatched == (model.watchedCount(one) > 0), "seed \(seed)")
      for site in 0...1 {
        let children = model.children(of: one, at: site)
        let watched = children.filter { model.watchedCount($0) > 0 }
        #expect(
          Set(one.children(at: site).map { ObjectIdentifier($0.child) })
            == Set(children.map(ObjectIdentifier.init)))
        #expect(
          one.watchedChildren(at: site).map(ObjectIdentifier.init).sorted()
            == watched.map(ObjectIdentifier.init).sorted())
        #expect(
          one.watchedChildren(at: site, isDue: true).map(ObjectIdentifier.init).sorted()
            == (seed % 3 == 1 ? [] : watched.map(ObjectIdentifier.init).sorted()))
        #expect(
          ids(one.branchingChildren(at: site))
            == Set(children.filter(\.hasChildren).map(ObjectIdentifier.init)), "seed \(seed)")
      }
    }
  }

  private func ids(_ children: [IncarnationStep: Incarnation]) -> Set<ObjectIdentifier> {
    Set(children.values.map(ObjectIdentifier.init))
  }
}
