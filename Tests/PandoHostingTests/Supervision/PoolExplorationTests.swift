import PandoHosting
import Testing

/// Every short sequence of events, each followed by the end of all faults: no lane may be left over.
@Suite("A pool of workers, over all short sequences of events")
struct PoolExplorationTests {
  /// The things that may happen in a pool. Members are told apart by age, so that a step means
  /// something in every state.
  enum Step: CaseIterable {
    case askFirst, askSecond, endFirst
    case welcomeOldest, welcomeNewest
    case exitOldest, loseOldest, loseNewest
    case drainOldest, drainNewest, undrainOldest
    case call, wait
  }

  static let lanes = (LaneID(rawValue: 1), LaneID(rawValue: 2))

  /// Returns false when the step means nothing in this state.
  private func take(_ step: Step, _ pool: inout PoolHarness) -> Bool {
    let starting = pool.hasLink.subtracting(pool.ready).sorted()
    switch step {
    case .askFirst: return ask(Self.lanes.0, &pool)
    case .askSecond: return ask(Self.lanes.1, &pool)
    case .endFirst:
      guard let view = pool.lanes[Self.lanes.0], view != .over else { return false }
      pool.end(Self.lanes.0)
    case .welcomeOldest:
      guard let member = starting.first else { return false }
      pool.welcome(member)
    case .welcomeNewest:
      guard starting.count > 1, let member = starting.last else { return false }
      pool.welcome(member)
    case .exitOldest:
      guard let member = pool.hasProcess.min() else { return false }
      pool.exit(member)
    case .loseOldest:
      guard let member = pool.hasLink.min() else { return false }
      pool.endLink(member)
    case .loseNewest:
      guard pool.hasLink.count > 1, let member = pool.hasLink.max() else { return false }
      pool.endLink(member)
    case .drainOldest:
      guard let member = pool.ready.min(), !pool.draining.contains(member) else { return false }
      pool.drain(member)
    case .drainNewest:
      guard pool.ready.count > 1, let member = pool.ready.max(), !pool.draining.contains(member)
      else { return false }
      pool.drain(member)
    case .undrainOldest:
      guard let member = pool.draining.min() else { return false }
      pool.undrain(member)
    case .call:
      return pool.callOnce()
    case .wait:
      guard let deadline = pool.machine.nextDeadline else { return false }
      pool.now = max(pool.now, deadline)
      pool.handle(.tick)
    }
    return true
  }

  private func ask(_ lane: LaneID, _ pool: inout PoolHarness) -> Bool {
    guard pool.lanes[lane] == nil else { return false }
    pool.ask(lane)
    return true
  }

  /// Counts sequences; records the first few that leave something over.
  private func explore(
    _ start: PoolHarness, steps: [Step] = Step.allCases, depth: Int
  ) -> Int {
    var count = 0
    var failures = 0
    func walk(_ pool: PoolHarness, _ path: [Step]) {
      guard failures < 5 else { return }
      count += 1
      var end = pool
      // The operator puts back what is left, as nobody would host what waits.
      for member in end.draining.sorted() { end.undrain(member) }
      end.settle()
      if !end.complaints.isEmpty {
        failures += 1
        Issue.record("\(path): \(end.complaints)")
      }
      guard path.count < depth else { return }
      for step in steps {
        var next = pool
        if take(step, &next) { walk(next, path + [step]) }
      }
    }
    walk(start, [])
    return count
  }

  @Test("spawned: two workers that drain in any order, two lanes, six events")
  func drainsOfSpawned() {
    var pool = PoolHarness(.spawned(2))
    pool.handle(.start)
    pool.welcome(MemberID(rawValue: 1))
    pool.welcome(MemberID(rawValue: 2))
    pool.ask(Self.lanes.0)
    pool.callAll()
    let steps: [Step] = [
      .askSecond, .endFirst, .drainOldest, .drainNewest, .undrainOldest, .welcomeNewest,
      .exitOldest, .loseNewest, .call, .wait,
    ]
    let count = explore(pool, steps: steps, depth: 6)
    #expect(count > 10_000, "\(count) sequences")
  }

  @Test("connected: two workers that drain in any order, two lanes, six events")
  func drainsOfConnected() {
    var pool = PoolHarness(.connected(["a", "b"]))
    pool.handle(.start)
    pool.welcome(MemberID(rawValue: 1))
    pool.welcome(MemberID(rawValue: 2))
    pool.ask(Self.lanes.0)
    pool.callAll()
    let steps: [Step] = [
      .askSecond, .endFirst, .drainOldest, .drainNewest, .undrainOldest, .welcomeOldest,
      .loseOldest, .loseNewest, .call, .wait,
    ]
    let count = explore(pool, steps: steps, depth: 6)
    #expect(count > 10_000, "\(count) sequences")
  }

  @Test("spawned: three workers, two lanes, six events after two workers came up")
  func spawned() {
    var pool = PoolHarness(.spawned(3))
    pool.handle(.start)
    let first = explore(pool, depth: 5)
    #expect(first > 1_000, "\(first) sequences")
    pool.welcome(MemberID(rawValue: 1))
    let steps: [Step] = [
      .askFirst, .askSecond, .welcomeOldest, .exitOldest, .loseNewest, .call, .endFirst,
    ]
    let count = explore(pool, steps: steps, depth: 6)
    #expect(count > 1_000, "\(count) sequences")
  }

  @Test("spawned: three workers that start at once, two lanes, six events")
  func spawnedAtOnce() {
    var pool = PoolHarness(.spawned(3, knowsRole: true))
    pool.handle(.start)
    let steps: [Step] = [
      .askFirst, .askSecond, .welcomeOldest, .welcomeNewest, .exitOldest, .loseNewest, .call,
      .endFirst,
    ]
    let count = explore(pool, steps: steps, depth: 6)
    #expect(count > 1_000, "\(count) sequences")
  }

  @Test("connected: three workers, two lanes, six events")
  func connected() {
    var pool = PoolHarness(.connected(["a", "b", "c"]))
    pool.handle(.start)
    let steps: [Step] = [
      .askFirst, .askSecond, .welcomeOldest, .loseOldest, .loseNewest, .call, .wait,
    ]
    let count = explore(pool, steps: steps, depth: 6)
    #expect(count > 1_000, "\(count) sequences")
  }

  @Test("quarantine: one worker, one lane at a time, six events")
  func quarantine() {
    var pool = PoolHarness(.spawned(1), quarantine: true)
    pool.handle(.start)
    pool.welcome(MemberID(rawValue: 1))
    let steps: [Step] = [
      .askFirst, .askSecond, .endFirst, .welcomeNewest, .exitOldest, .loseNewest, .call, .wait,
      .drainNewest, .undrainOldest,
    ]
    let count = explore(pool, steps: steps, depth: 6)
    #expect(count > 1_000, "\(count) sequences")
  }
}
