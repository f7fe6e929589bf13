import Testing

@testable import PandoHosting

@Suite("Every order of what happens in an election")
struct ElectionExplorationTests {
  @Test("of two that stand, one leads at a time, and one does in the end, in every short history")
  func exhaustive() {
    var seen: Set<ElectionWorld> = []
    var front = [ElectionWorld()]
    for _ in 0..<6 {
      var next: [ElectionWorld] = []
      for world in front {
        for later in followers(of: world) where seen.insert(later).inserted {
          if let problem = later.problem {
            Issue.record("\(problem): \(later)")
            return
          }
          next.append(later)
        }
      }
      front = next
    }
    #expect(seen.count > 2_000, "\(seen.count) states")
    for (index, world) in seen.enumerated() where index % 5 == 0 {
      var world = world
      guard world.settle() else {
        Issue.record("nobody leads in the end: \(world)")
        return
      }
    }
  }

  private func followers(of world: ElectionWorld) -> [ElectionWorld] {
    var worlds: [ElectionWorld] = []
    for milliseconds in [300, 1_900] {
      var later = world
      later.advance(by: milliseconds)
      worlds.append(later)
    }
    for index in world.members.indices {
      for step in ElectionWorld.Step.allCases {
        var later = world
        later.perform(step, index)
        if later != world { worlds.append(later) }
      }
    }
    return worlds
  }

  @Test("so it is in long histories, by chance", arguments: 0..<20 as Range<UInt64>)
  func random(_ seed: UInt64) {
    var random = Chance(state: seed)
    for _ in 0..<50 {
      var world = ElectionWorld()
      var history: [String] = []
      for _ in 0..<120 {
        if random.next(4) == 0 {
          let milliseconds = [50, 400, 2_100][random.next(3)]
          history.append("+\(milliseconds)")
          world.advance(by: milliseconds)
        } else {
          let step = ElectionWorld.Step.allCases[random.next(ElectionWorld.Step.allCases.count)]
          // Operators are rare.
          if step == .revoke, random.next(10) != 0 { continue }
          let index = random.next(2)
          history.append("\(step) \(index)")
          world.perform(step, index)
        }
        if let problem = world.problem {
          Issue.record("seed \(seed): \(problem): \(history)")
          return
        }
      }
      guard world.settle() else {
        Issue.record("seed \(seed): nobody leads in the end: \(history)")
        return
      }
    }
  }

  /// Numbers that a seed replays (SplitMix64).
  private struct Chance {
    var state: UInt64

    mutating func next(_ bound: Int) -> Int {
      state &+= 0x9E37_79B9_7F4A_7C15
      var bits = state
      bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
      return Int((bits ^ (bits >> 31)) % UInt64(bound))
    }
  }
}
