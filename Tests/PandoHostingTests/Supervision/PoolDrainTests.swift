import PandoHosting
import PandoWire
import Testing

/// Members that drain, step by step.
@Suite("A pool whose workers drain")
struct PoolDrainTests {
  private func member(_ number: UInt64) -> MemberID { MemberID(rawValue: number) }
  private func lane(_ number: UInt64) -> LaneID { LaneID(rawValue: number) }

  /// Two connected workers with so many lanes between them.
  private func connected(_ count: UInt64, limits: PoolLimits = PoolLimits()) -> PoolHarness {
    var pool = PoolHarness(.connected(["a", "b"]), limits: limits)
    pool.handle(.start)
    pool.welcome(member(1))
    pool.welcome(member(2))
    for number in 1...count { pool.ask(lane(number)) }
    return pool
  }

  private func lanes(of pool: PoolHarness, on number: UInt64) -> Int {
    pool.lanes.values.count { $0 == .on(member(number)) }
  }

  @Test("the lanes of a worker that drains move, and nothing new comes to it")
  func moves() {
    var pool = connected(10)
    #expect(lanes(of: pool, on: 1) == 5)
    pool.drain(member(1))
    #expect(lanes(of: pool, on: 1) == 5, "what follows does so at the next tick")
    pool.tick()
    #expect(lanes(of: pool, on: 1) == 0)
    pool.ask(lane(11))
    #expect(pool.lanes[lane(11)] == .on(member(2)))
    #expect(pool.notes == ["a drains; 5 children move"])
    #expect(pool.complaints == [])
  }

  @Test("a lane that runs effects stays until they have ended")
  func staysForEffects() {
    var pool = connected(4)
    let busy = pool.lanes.filter { $0.value == .on(member(1)) }.keys.min {
      $0.rawValue < $1.rawValue
    }!
    pool.busy = [busy]
    pool.drain(member(1))
    pool.tick()
    #expect(lanes(of: pool, on: 1) == 1)
    pool.tick(after: 59_000)
    #expect(pool.lanes[busy] == .on(member(1)))
    pool.busy = []
    pool.move(busy)
    #expect(pool.lanes[busy] == .on(member(2)))
    #expect(pool.interrupted == [])
  }

  @Test("at the deadline a lane moves with its effects, and is told so")
  func deadline() {
    var pool = connected(4)
    pool.busy = Set(pool.lanes.keys)
    pool.drain(member(1), milliseconds: 1_000)
    pool.tick()
    #expect(pool.machine.nextDeadline == 1_000)
    pool.tick(after: 999)
    #expect(pool.interrupted == [])
    pool.tick(after: 1)
    #expect(pool.interrupted.count == 2)
    #expect(lanes(of: pool, on: 1) == 0)
    pool.drain(member(1), milliseconds: 0)
    pool.tick()
    #expect(pool.complaints == [])
  }

  @Test("where nobody else is, lanes stay, which is said once, and move when somebody comes")
  func nowhere() {
    var pool = connected(6)
    pool.endLink(member(2))
    pool.callAll()
    #expect(lanes(of: pool, on: 1) == 6)
    pool.drain(member(1))
    for _ in 0..<5 { pool.tick(after: 100) }
    #expect(lanes(of: pool, on: 1) == 6)
    #expect(pool.notes.count == 2)
    #expect(pool.notes.last?.contains("children stay on a, which drains") == true)
    pool.tick(after: 5_000)
    let next = pool.hasLink.subtracting(pool.ready).min()!
    pool.welcome(next)
    pool.tick()
    #expect(pool.lanes.values.allSatisfy { $0 == .on(next) })
    #expect(pool.complaints == [])
  }

  @Test("a lane that had nowhere to go, and has been given another member since, is news there")
  func nowhereAgain() {
    var pool = connected(1)
    #expect(pool.lanes[lane(1)] == .on(member(1)))
    pool.drain(member(2))
    pool.tick()
    pool.drain(member(1))
    pool.tick()
    #expect(pool.notes.last?.contains("children stay on a, which drains") == true)
    pool.handle(.linkEnded(member(1), .died, reason: "gone"))
    pool.callAll()
    pool.undrain(member(2))
    pool.ask(lane(1))
    #expect(pool.lanes[lane(1)] == .on(member(2)))
    pool.drain(member(2))
    pool.tick()
    #expect(pool.notes.last?.contains("children stay on b, which drains") == true)
    #expect(pool.complaints == [])
  }

  @Test("lanes that have nowhere to go stay beyond the deadline too")
  func nowhereInTime() {
    var pool = connected(2)
    pool.busy = Set(pool.lanes.keys)
    pool.drain(member(1), milliseconds: 100)
    pool.drain(member(2), milliseconds: 100)
    pool.tick(after: 10_000)
    #expect(lanes(of: pool, on: 1) == 1)
    #expect(lanes(of: pool, on: 2) == 1)
    #expect(pool.interrupted == [])
  }

  @Test("a worker that is put back keeps what it still has")
  func undrained() {
    var pool = connected(4)
    pool.busy = Set(pool.lanes.keys)
    pool.drain(member(1))
    pool.tick()
    pool.undrain(member(1))
    pool.tick()
    let stayed = lanes(of: pool, on: 1)
    pool.busy = []
    for lane in pool.lanes.keys { pool.move(lane) }
    #expect(lanes(of: pool, on: 1) == stayed)
    pool.ask(lane(9))
    #expect(lanes(of: pool, on: 1) == stayed + 1)
  }

  @Test("the place that was kept is found anew where its worker goes")
  func destinationGoes() {
    var pool = PoolHarness(.connected(["a", "b", "c"]))
    pool.handle(.start)
    for number in 1...3 { pool.welcome(member(UInt64(number))) }
    pool.ask(lane(1))
    pool.busy = [lane(1)]
    pool.drain(member(1))
    pool.tick()
    pool.endLink(member(2))
    pool.tick()
    pool.busy = []
    pool.move(lane(1))
    #expect(pool.lanes[lane(1)] == .on(member(3)))
    #expect(pool.complaints == [])
  }

  @Test("lanes go a few at a time, so that those which move do not wait for all")
  func paced() {
    var limits = PoolLimits()
    limits.movesAtOnce = 10
    var pool = connected(60, limits: limits)
    pool.drain(member(1))
    pool.tick()
    #expect(lanes(of: pool, on: 1) == 20)
    pool.tick()
    #expect(lanes(of: pool, on: 1) == 20)
    pool.tick(after: limits.movePauseMilliseconds)
    #expect(lanes(of: pool, on: 1) == 10)
    pool.tick(after: limits.movePauseMilliseconds)
    #expect(lanes(of: pool, on: 1) == 0)
    #expect(pool.machine.nextDeadline.map { $0 > pool.now + 1_000 } == true)
  }

  @Test("a process that drains is replaced at once, and ended when it is empty")
  func spawned() {
    var pool = PoolHarness(.spawned(1))
    pool.handle(.start)
    pool.welcome(member(1))
    for number in 1...4 { pool.ask(lane(UInt64(number))) }
    pool.busy = [lane(1)]
    pool.drain(member(1))
    pool.tick()
    #expect(pool.hasProcess == [member(1), member(2)])
    #expect(pool.machine.status.map(\.state) == [.draining, .restarting])
    pool.welcome(member(2))
    pool.tick()
    #expect(lanes(of: pool, on: 2) == 3)
    #expect(pool.ending == [])
    pool.busy = []
    pool.move(lane(1))
    pool.tick()
    #expect(pool.ending == [member(1)])
    pool.exit(member(1))
    pool.endLink(member(1))
    pool.callAll()
    #expect(pool.hasProcess == [member(2)])
    #expect(pool.machine.status.map(\.state) == [.ready])
    #expect(pool.complaints == [])
  }

  @Test("a program that says again and again that it drains has one process more, and no crowd")
  func crowd() {
    var pool = PoolHarness(.spawned(1))
    pool.handle(.start)
    pool.welcome(member(1))
    pool.ask(lane(1))
    pool.busy = [lane(1)]
    for _ in 0..<50 {
      for id in pool.ready.sorted() {
        pool.drain(id)
        pool.tick(after: 100)
        pool.undrain(id)
        pool.tick(after: 100)
        pool.drain(id)
      }
      for id in pool.hasLink.subtracting(pool.ready).sorted() { pool.welcome(id) }
      pool.tick(after: 100)
    }
    #expect(pool.hasProcess.count <= 2)
  }

  @Test("a worker that toggles without end costs no more than its lanes at each tick")
  func toggles() {
    var pool = connected(2_000)
    for _ in 0..<200_000 {
      pool.machine.handle(.draining(member(1), withinMilliseconds: 1), now: pool.now)
      pool.machine.handle(.undrained(member(1)), now: pool.now)
    }
    pool.tick()
    pool.settle()
    #expect(lanes(of: pool, on: 1) == 1_000)
    #expect(pool.notes == [])
    #expect(pool.complaints == [])
  }

  @Test("behind a coordinator the other worker is there before a lane leaves")
  func coordinated() {
    var pool = PoolHarness(.coordinated)
    pool.handle(.start)
    pool.ask(lane(1))
    pool.answerSearches()
    pool.welcome(member(1))
    pool.callAll()
    pool.drain(member(1))
    pool.tick()
    #expect(pool.searches == [lane(1)])
    pool.handle(.notFound(pool.searches.removeFirst(), reason: "none"))
    pool.callAll()
    #expect(pool.notes.last?.contains("children stay on one, which drains") == true)
    // It asks again, and the answer still names the one that drains.
    pool.tick(after: 1_000)
    pool.answerSearches()
    #expect(pool.lanes[lane(1)] == .on(member(1)))
    pool.named = Placement(worker: .init(coordinator: 1, number: 2), name: "two", endpoint: "b")
    pool.tick(after: 3_000)
    pool.answerSearches()
    pool.callAll()
    #expect(pool.lanes[lane(1)] == .on(member(1)), "the link is not ready")
    pool.welcome(member(2))
    pool.callAll()
    #expect(pool.lanes[lane(1)] == .on(member(2)))
    #expect(pool.notes.count == 2)
    #expect(pool.complaints == [])
  }

  @Test("a worker that drains is not asked for")
  func avoided() {
    var machine = PoolMachine(.coordinated)
    machine.handle(.start, now: 0)
    _ = machine.place(lane(1), PoolHarness.feature, in: .shared, now: 0)
    let worker = WorkerID(coordinator: 1, number: 1)
    machine.handle(
      .found(lane(1), Placement(worker: worker, name: "one", endpoint: "a")), now: 0)
    machine.handle(.welcomed(member(1), [PoolHarness.feature]), now: 0)
    machine.handle(.draining(member(1), withinMilliseconds: 1_000), now: 0)
    _ = machine.takeDirectives()
    _ = machine.place(lane(2), PoolHarness.feature, in: .shared, now: 0)
    #expect(
      machine.takeDirectives() == [
        .find(lane(2), PlacementWish(PoolHarness.feature), avoiding: [worker])
      ])
  }
}
