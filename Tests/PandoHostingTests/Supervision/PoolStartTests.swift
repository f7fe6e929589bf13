import PandoHosting
import PandoWire
import Testing

@Suite("What becomes of workers that fail to start")
struct PoolStartTests {
  private func lane(_ number: UInt64) -> LaneID { LaneID(rawValue: number) }
  private func member(_ number: UInt64) -> MemberID { MemberID(rawValue: number) }

  @Test("workers that fail to start end the pool after five times, with ever longer pauses")
  func crashLoopAtStart() {
    var pool = PoolHarness.begun(.spawned(2), lanes: 1)
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

  @Test("a worker that still starts for the first time keeps the pool from its end")
  func waitsForEachFirstStart() {
    var pool = PoolHarness.begun(.spawned(2, knowsRole: true), lanes: 1)
    pool.failStart(of: member(1))
    for number in 3...8 { pool.failStart(of: member(UInt64(number))) }
    #expect(pool.machine.failure == nil)
    #expect(pool.hasProcess == [member(2), member(9)])
    pool.welcome(member(2))
    pool.callAll()
    #expect(pool.lanes(on: 2) == [1])
    pool.failStart(of: member(9))
    #expect(pool.machine.failure == nil)
    #expect(pool.hasProcess == [member(2), member(10)])
    #expect(pool.complaints.isEmpty)
  }

  @Test("the end of a first start that hung ends a pool whose other seat has failed too often")
  func hungFirstStart() {
    var pool = PoolHarness.begun(.spawned(2, knowsRole: true), lanes: 1)
    pool.failStart(of: member(1))
    for number in 3...8 { pool.failStart(of: member(UInt64(number))) }
    #expect(pool.machine.failure == nil)
    pool.exit(member(2))
    #expect(pool.machine.failure?.contains("status 1") == true)
    pool.settle()
    #expect(pool.lanes[lane(1)] == .unhostable)
    #expect(pool.hasProcess.isEmpty)
    #expect(pool.complaints.isEmpty)
  }

  @Test("workers that start at once and fail end the pool once, with all that still start")
  func failsOnceForAll() {
    var pool = PoolHarness.begun(.spawned(2, knowsRole: true), lanes: 1)
    pool.failStart(of: member(2))
    pool.failStart(of: member(1))
    var starts = 2
    while pool.machine.failure == nil, starts < 20, let newest = pool.hasProcess.max() {
      pool.failStart(of: newest)
      starts += 1
    }
    // Five of the one seat; what still starts in the other is ended.
    #expect(starts == 6)
    #expect(pool.hasProcess.isSubset(of: pool.ending))
    #expect(pool.hasProcess.count == 1)
    var reports = 0
    while let call = pool.machine.nextCall() {
      if case .report = call { reports += 1 }
      if case .unhostable(let lane, _) = call { pool.lanes[lane] = .unhostable }
    }
    #expect(reports == 1)
    #expect(pool.lanes[lane(1)] == .unhostable)
    pool.settle()
    #expect(pool.hasProcess.isEmpty)
    #expect(pool.complaints.isEmpty)
  }

  @Test("workers that take long to fail end the pool after five times as well, and lanes hear why")
  func slowFailures() {
    var pool = PoolHarness.begun(.spawned(2, knowsRole: true), lanes: 1)
    for _ in 0..<20 where pool.machine.failure == nil {
      pool.tick(after: 8_000)
      for member in pool.hasProcess.sorted() {
        pool.exit(member)
        pool.endLink(member)
      }
      pool.callAll()
    }
    // The first lane has waited for as long as lanes do, and those that come later hear of the end.
    #expect(
      pool.reasons[lane(1)]?.hasSuffix(
        "no worker is there. The last start of worker 1 failed: it exited with status 1") == true)
    #expect(pool.machine.failure?.contains("status 1") == true)
    #expect(pool.reports.count == 1)
    #expect(
      pool.notes == [
        "worker 1 has ended before it was ready, and is started again: it exited with status 1"
      ])
    #expect(pool.now == 40_000)
    pool.ask(lane(2))
    pool.settle()
    #expect(pool.reasons[lane(2)]?.contains("status 1") == true)
    #expect(pool.complaints.isEmpty)
  }

  @Test("the reason for which a worker did not start is known until one is ready")
  func startProblem() {
    var pool = PoolHarness.begun(.spawned(1))
    #expect(pool.machine.status.map(\.startProblem) == [nil])
    pool.failStart(of: member(1))
    #expect(pool.machine.status.map(\.startProblem) == ["it exited with status 1"])
    pool.welcome(member(2))
    #expect(pool.machine.status.map(\.startProblem) == [nil])
    // People are told again.
    pool.exit(member(2))
    pool.endLink(member(2))
    while pool.hasProcess.isEmpty, let deadline = pool.machine.nextDeadline {
      pool.now = deadline
      pool.handle(.tick)
    }
    pool.failStart(of: member(3))
    pool.callAll()
    #expect(pool.notes.count == 2)
  }

  @Test("a program that does not know the role is not started again")
  func stranger() {
    var pool = PoolHarness.begun(.spawned(2), lanes: 1)
    pool.hasProcess.remove(member(1))
    pool.handle(.exited(member(1), .exited(status: ProcessEnd.strangerStatus)))
    pool.endLink(member(1))
    pool.callAll()
    #expect(pool.lanes[lane(1)] == .unhostable)
    #expect(pool.hasProcess.isEmpty)
    #expect(pool.machine.nextDeadline == nil)
  }

  @Test(
    "a binary that cannot be run ends the pool at once, and one that the system lacks room for does not"
  )
  func unstartable() {
    for (end, isOver) in [
      (ProcessEnd.unstartable(reason: "no such file"), true),
      (.notStarted(reason: "no room"), false),
    ] {
      var pool = PoolHarness.begun(.spawned(1), lanes: 1)
      pool.hasProcess.remove(member(1))
      pool.handle(.exited(member(1), end))
      pool.endLink(member(1))
      pool.callAll()
      #expect((pool.lanes[lane(1)] == .unhostable) == isOver)
      #expect((pool.machine.failure != nil) == isOver)
    }
  }

  @Test("once a worker was there, one that ends young is started again for ever, ever later")
  func crashLoopAfterwards() {
    var pool = PoolHarness.begun(.spawned(1))
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
}
