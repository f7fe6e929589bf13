import PandoHosting
import PandoWire
import Testing

@Suite("Which worker gets which lane, and when workers are started")
struct PoolMachineTests {
  private let feature = PoolHarness.feature
  private let other = FeatureDescriptor(
    name: "Other", state: SchemaFingerprint(of: Int.self), action: SchemaFingerprint(of: Int.self))

  private func lane(_ number: UInt64) -> LaneID { LaneID(rawValue: number) }
  private func member(_ number: UInt64) -> MemberID { MemberID(rawValue: number) }

  /// The lanes on a member, by number.
  private func lanes(on number: UInt64, _ pool: PoolHarness) -> [UInt64] {
    pool.lanes.filter { $0.value == .on(member(number)) }.map(\.key.rawValue).sorted()
  }

  /// A pool that has begun, with lanes that wait.
  private func pool(
    _ source: PoolMachine.Source, lanes count: UInt64 = 0, limits: PoolLimits = PoolLimits()
  ) -> PoolHarness {
    var pool = PoolHarness(source, limits: limits)
    pool.handle(.start)
    for number in 0..<count { pool.ask(lane(number + 1)) }
    return pool
  }

  @Test("one worker is started first, and the others once it has said welcome")
  func firstShowsTheRole() {
    var pool = pool(.spawned(3))
    #expect(pool.hasProcess == [member(1)])
    #expect(pool.machine.status.map(\.state) == [.starting, .starting, .starting])
    pool.welcome(member(1))
    #expect(pool.hasProcess == [member(1), member(2), member(3)])
    #expect(pool.machine.status.map(\.state) == [.ready, .starting, .starting])
  }

  @Test("lanes that wait while workers start are shared among all of them")
  func sharesAmongStartingWorkers() {
    var pool = pool(.connected(["a", "b", "c"]), lanes: 7)
    pool.welcome(member(1))
    pool.callAll()
    #expect(lanes(on: 1, pool) == [1, 2, 3])
    // What comes meanwhile waits behind those that wait.
    pool.ask(lane(8))
    #expect(pool.lanes[lane(8)] == .waiting)
    pool.welcome(member(2))
    pool.callAll()
    #expect(lanes(on: 2, pool) == [4, 5, 6])
    pool.welcome(member(3))
    pool.callAll()
    #expect(lanes(on: 3, pool) == [7, 8])
    pool.ask(lane(9))
    #expect(lanes(on: 3, pool) == [7, 8, 9])
    #expect(pool.complaints.isEmpty)
  }

  @Test("a worker that does not come leaves its share to the others")
  func givesUpWorkers() {
    var pool = pool(.connected(["a", "b"]), lanes: 4)
    pool.welcome(member(1))
    pool.callAll()
    #expect(lanes(on: 1, pool) == [1, 2])
    pool.endLink(member(2))
    pool.callAll()
    #expect(lanes(on: 1, pool) == [1, 2, 3, 4])
  }

  @Test("after a time nobody is waited for")
  func givesUpAll() {
    var pool = pool(.connected(["a", "b", "c"]), lanes: 3)
    pool.welcome(member(1))
    pool.callAll()
    #expect(lanes(on: 1, pool) == [1])
    pool.now = PoolLimits().sharingMilliseconds
    pool.handle(.tick)
    pool.callAll()
    #expect(lanes(on: 1, pool) == [1, 2, 3])
    pool.welcome(member(2))
    pool.callAll()
    #expect(lanes(on: 2, pool).isEmpty)
    pool.ask(lane(4))
    #expect(lanes(on: 2, pool) == [4])
  }

  @Test("with every worker there, a lane goes to the one with the fewest that hosts it")
  func choosesTheLeastLoaded() {
    var pool = pool(.connected(["a", "b"]))
    pool.welcome(member(1))
    pool.welcome(member(2), features: [feature, other])
    pool.ask(lane(1))
    pool.ask(lane(2), other)
    pool.ask(lane(3), other)
    pool.ask(lane(4))
    #expect(lanes(on: 1, pool) == [1, 4])
    #expect(lanes(on: 2, pool) == [2, 3])
    pool.end(lane(2))
    pool.end(lane(3))
    pool.ask(lane(5))
    #expect(lanes(on: 2, pool) == [5])
  }

  @Test("a lane that was to be placed on a worker that died goes to another, and is told once")
  func revokesAnnouncements() {
    var pool = pool(.spawned(2), lanes: 2)
    pool.welcome(member(1))
    pool.welcome(member(2))
    pool.exit(member(1))
    pool.callAll()
    #expect(lanes(on: 2, pool) == [1, 2])
    #expect(pool.complaints.isEmpty)
  }

  @Test("what no worker of a complete pool hosts is refused at once, and reported once a feature")
  func missingFeatures() {
    var pool = PoolHarness(.connected(["a", "b"]))
    pool.handle(.start)
    pool.ask(lane(1), other)
    pool.ask(lane(2), other)
    pool.welcome(member(1))
    #expect(pool.machine.nextCall() == nil)
    pool.welcome(member(2))
    var reports = 0
    while let call = pool.machine.nextCall() {
      if case .report(let text) = call {
        reports += 1
        #expect(text.contains("Other"))
      } else if case .unhostable(let lane, _) = call {
        pool.lanes[lane] = .unhostable
      }
    }
    #expect(reports == 1)
    #expect(pool.lanes.values.allSatisfy { $0 == .unhostable })
  }

  @Test("a lane that waits for too long is told so")
  func patience() {
    var pool = pool(.connected(["a"]), lanes: 1)
    pool.now = 30_000
    pool.handle(.tick)
    pool.callAll()
    #expect(pool.lanes[lane(1)] == .unhostable)
    // It may ask again, and has the whole patience again.
    pool.ask(lane(1))
    pool.now = 59_999
    pool.handle(.tick)
    pool.callAll()
    #expect(pool.lanes[lane(1)] == .waiting)
  }

  @Test("workers that fail to start end the pool after five times, with ever longer pauses")
  func crashLoopAtStart() {
    var pool = pool(.spawned(2), lanes: 1)
    var pauses: [Int] = []
    for number in 1...5 {
      pool.exit(member(UInt64(number)))
      pool.endLink(member(UInt64(number)))
      guard number < 5 else { break }
      let before = pool.now
      while !pool.hasProcess.contains(member(UInt64(number + 1))),
        let deadline = pool.machine.nextDeadline
      {
        pool.now = deadline
        pool.handle(.tick)
      }
      pauses.append(pool.now - before)
    }
    #expect(pauses == [0, 100, 200, 400])
    pool.callAll()
    #expect(pool.lanes[lane(1)] == .unhostable)
    #expect(pool.hasProcess.isEmpty)
    #expect(pool.machine.failure?.contains("status 1") == true)
    for status in pool.machine.status {
      guard case .failed = status.state else {
        Issue.record("\(status) is not failed")
        continue
      }
    }
  }

  @Test("a program that does not know the role is not started again")
  func stranger() {
    var pool = pool(.spawned(2), lanes: 1)
    pool.hasProcess.remove(member(1))
    pool.handle(.exited(member(1), .exited(status: ProcessEnd.strangerStatus)))
    pool.endLink(member(1))
    pool.callAll()
    #expect(pool.lanes[lane(1)] == .unhostable)
    #expect(pool.hasProcess.isEmpty)
    #expect(pool.machine.nextDeadline == nil)
  }

  @Test("once a worker was there, one that ends young is started again for ever, ever later")
  func crashLoopAfterwards() {
    var pool = pool(.spawned(1))
    pool.welcome(member(1))
    for _ in 0..<20 {
      if let member = pool.hasProcess.max() {
        pool.exit(member)
        pool.endLink(member)
      }
      while pool.hasProcess.isEmpty, let deadline = pool.machine.nextDeadline {
        #expect(deadline - pool.now <= RestartBackoff.longestMilliseconds)
        pool.now = deadline
        pool.handle(.tick)
      }
    }
    #expect(pool.hasProcess.count == 1)
    #expect(pool.machine.failure == nil)
  }

  @Test("the quarantine worker is started when it is needed, and ended when it is not")
  func quarantineLife() {
    var pool = PoolHarness(.spawned(1), quarantine: true)
    pool.handle(.start)
    pool.ask(lane(1))
    #expect(pool.hasProcess == [member(1)], "the first worker of all is a shared one")
    pool.welcome(member(1))
    #expect(pool.hasProcess == [member(1), member(2)])
    pool.ask(lane(2))
    pool.welcome(member(2))
    pool.callAll()
    #expect(lanes(on: 2, pool) == [1])
    pool.end(lane(1))
    pool.callAll()
    #expect(lanes(on: 2, pool) == [2])
    pool.end(lane(2))
    #expect(pool.machine.nextDeadline == PoolLimits().quarantineIdleMilliseconds)
    pool.now = PoolLimits().quarantineIdleMilliseconds
    pool.handle(.tick)
    #expect(pool.ending == [member(2)])
    pool.settle()
    #expect(pool.hasProcess == [member(1)])
  }

  @Test("a process that does not end by itself is killed, at the end too")
  func killsWhatHangs() {
    var pool = pool(.spawned(1))
    pool.welcome(member(1))
    pool.handle(.stop)
    #expect(pool.ending == [member(1)])
    pool.ending = []
    #expect(!pool.machine.isFinished)
    let deadline = pool.machine.nextDeadline
    #expect(deadline == PoolLimits().endMilliseconds)
    pool.now = deadline ?? 0
    pool.handle(.tick)
    #expect(pool.ending == [member(1)])
    pool.exit(member(1))
    #expect(pool.machine.isFinished)
    #expect(pool.machine.nextDeadline == nil)
  }

  @Test("why no worker can be started is reported even if the store stops at once")
  func reportsAtTheEnd() {
    var pool = PoolHarness(.spawned(1))
    pool.handle(.start)
    pool.ask(lane(1))
    pool.handle(.exited(member(1), .exited(status: ProcessEnd.strangerStatus)))
    pool.handle(.stop)
    var calls: [PoolCall] = []
    while let call = pool.machine.nextCall() { calls.append(call) }
    #expect(calls.count == 1)
    guard case .report(let message) = calls.first else {
      Issue.record("nothing is reported: \(calls)")
      return
    }
    #expect(message.contains("No hosted feature of the store runs."))
  }

  @Test("a hundred thousand lanes that wait are placed without comparing each with each")
  func manyLanes() {
    var pool = PoolHarness(.spawned(2))
    pool.handle(.start)
    for number in 1...100_000 {
      _ = pool.machine.place(lane(UInt64(number)), feature, in: .shared, now: 0)
    }
    for number in stride(from: 2, through: 100_000, by: 2) {
      pool.machine.handle(.ended(lane(UInt64(number))), now: 0)
    }
    pool.welcome(member(1))
    pool.welcome(member(2))
    var placed = 0
    while pool.machine.nextCall() != nil { placed += 1 }
    #expect(placed == 50_000)
    #expect(pool.machine.status.map(\.laneCount) == [25_000, 25_000])
  }
}
