import PandoHosting
import Testing

/// Lanes that wait for a quarantine worker, of which there is one at a time.
@Suite("The line of lanes that wait for a quarantine worker")
struct PoolQuarantineTests {
  private func member(_ number: UInt64) -> MemberID { MemberID(rawValue: number) }
  private func lane(_ number: UInt64) -> LaneID { LaneID(rawValue: number) }

  /// A pool whose shared worker is there, and so many lanes that wait for the quarantine worker, which is member 2.
  private func pool(_ lanes: UInt64) -> PoolHarness {
    var pool = PoolHarness(.spawned(1), quarantine: true)
    pool.handle(.start)
    pool.welcome(member(1))
    for number in 1...lanes { pool.ask(lane(number)) }
    return pool
  }

  @Test("a lane is refused when the quarantine worker has not come for as long as lanes wait")
  func neverComes() {
    var pool = pool(2)
    #expect(pool.hasProcess == [member(1), member(2)])
    #expect(pool.machine.nextDeadline == 30_000)
    pool.tick(after: 29_999)
    #expect(pool.lanes == [lane(1): .waiting, lane(2): .waiting])
    pool.tick(after: 1)
    #expect(pool.lanes == [lane(1): .unhostable, lane(2): .unhostable])
    #expect(pool.machine.nextDeadline == nil)
    // Nobody waits for one that comes late.
    pool.welcome(member(2))
    #expect(pool.ending == [member(2)])
    pool.ask(lane(3))
    pool.settle()
    #expect(pool.lanes[lane(3)] == .on(member(3)))
    #expect(pool.complaints == [])
  }

  /// Ends the process in quarantine, if there is one beside the pool's first worker.
  private func failQuarantineWorker(of pool: inout PoolHarness) {
    guard let process = pool.hasProcess.max(), process != member(1) else { return }
    pool.exit(process)
    pool.endLink(process)
    pool.callAll()
  }

  @Test("starts that fail too slowly to be too many do not keep a lane waiting")
  func failsSlowly() {
    var pool = pool(1)
    for _ in 0..<10 where pool.lanes[lane(1)] == .waiting {
      pool.tick(after: 12_000)
      failQuarantineWorker(of: &pool)
      pool.tick(after: 5_000)
    }
    #expect(pool.lanes[lane(1)] == .unhostable)
    #expect(pool.now <= 35_000)
    #expect(
      pool.reasons[lane(1)]?.hasSuffix("quarantine worker failed: it exited with status 1") == true)
  }

  @Test("a quarantine worker that failed to start does not silence the failures of others")
  func newsAgain() {
    var pool = pool(1)
    for _ in 0..<10 where pool.lanes[lane(1)] == .waiting {
      pool.tick(after: 1_000)
      failQuarantineWorker(of: &pool)
    }
    #expect(pool.lanes[lane(1)] == .unhostable)
    pool.welcome(member(1))
    pool.failStart(of: member(1))
    pool.callAll()
    let noteCount = pool.notes.count
    if let next = pool.hasProcess.max() { pool.failStart(of: next) }
    pool.callAll()
    #expect(pool.notes.count == noteCount + 1)
    #expect(pool.notes.last?.hasPrefix("worker 1 has ended before it was ready") == true)
  }

  @Test("a lane waits for as long as the trials before it take, and then for a worker as any does")
  func trialsBefore() {
    var pool = pool(3)
    pool.welcome(member(2))
    pool.callAll()
    #expect(pool.lanes[lane(1)] == .on(member(2)))
    pool.tick(after: 100_000)
    #expect(pool.lanes[lane(2)] == .waiting)
    pool.end(lane(1))
    #expect(pool.ending == [member(2)])
    pool.exit(member(2))
    pool.endLink(member(2))
    pool.welcome(member(3))
    pool.callAll()
    #expect(pool.lanes[lane(2)] == .on(member(3)))
    // The worker dies of that, and none comes in its place.
    pool.tick(after: 50_000)
    pool.exit(member(3))
    pool.endLink(member(3))
    pool.callAll()
    #expect(pool.hasProcess == [member(1), member(4)])
    pool.tick(after: 29_999)
    #expect(pool.lanes[lane(2)] == .waiting)
    #expect(pool.lanes[lane(3)] == .waiting)
    pool.tick(after: 1)
    #expect(pool.lanes[lane(2)] == .unhostable)
    #expect(pool.lanes[lane(3)] == .unhostable)
    #expect(pool.faults == [])
  }

  @Test("a quarantine worker that drains is ended once it has no lane, and another comes")
  func drains() {
    var pool = pool(2)
    pool.welcome(member(2))
    pool.callAll()
    pool.drain(member(2), milliseconds: 7 * 86_400_000)
    pool.tick()
    #expect(pool.lanes[lane(1)] == .on(member(2)))
    #expect(pool.ending == [])
    pool.end(lane(1))
    #expect(pool.ending == [member(2)])
    pool.exit(member(2))
    pool.endLink(member(2))
    pool.callAll()
    pool.welcome(member(3))
    pool.callAll()
    #expect(pool.lanes[lane(2)] == .on(member(3)))
    #expect(pool.complaints == [])
  }
}
