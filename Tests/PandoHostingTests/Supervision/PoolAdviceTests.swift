import PandoHosting
import PandoWire
import Testing

/// A pool behind a coordinator that says which lanes may move.
@Suite("A pool that is advised by a coordinator")
struct PoolAdviceTests {
  private let one = Placement(
    worker: .init(coordinator: 1, number: 1), name: "one", endpoint: "a")
  private let two = Placement(
    worker: .init(coordinator: 1, number: 2), name: "two", endpoint: "b")
  private let wish = PlacementWish(PoolHarness.feature)

  /// A pool with so many lanes on the first worker.
  private func pool(_ count: UInt64) -> PoolHarness {
    var pool = PoolHarness(.coordinated)
    pool.named = one
    pool.handle(.start)
    for number in 1...count { pool.ask(LaneID(rawValue: number)) }
    while !pool.searches.isEmpty { pool.answerSearches() }
    pool.welcome(MemberID(rawValue: 1))
    pool.callAll()
    return pool
  }

  private func lanes(_ pool: PoolHarness, _ member: UInt64) -> Int {
    pool.lanes.values.count { $0 == .on(MemberID(rawValue: member)) }
  }

  /// The answer to the last question.
  private func advise(_ pool: inout PoolHarness, _ lanes: Int) {
    let advice = BalanceAdvice(from: one.worker, destination: two, lanes: lanes)
    pool.handle(.advised(wish, round: pool.questions.last?.round ?? 0, advice))
  }

  @Test("asks now and then, with where its lanes are")
  func asks() {
    var pool = pool(20)
    pool.tick()
    #expect(pool.questions.isEmpty)
    for _ in 0..<12 { pool.tick(after: 1_000) }
    #expect(pool.questions.count == 2)
    #expect(pool.questions.first?.wish == wish)
    #expect(pool.questions.first?.held == [WorkerLanes(worker: one.worker, lanes: 20)])
    #expect(pool.complaints == [])
  }

  @Test("moves as many lanes as it may, to a worker that has to come first")
  func moves() {
    var pool = pool(20)
    advise(&pool, 10)
    pool.callAll()
    #expect(lanes(pool, 1) == 20, "the other is not there yet")
    pool.welcome(MemberID(rawValue: 2))
    pool.callAll()
    #expect([lanes(pool, 1), lanes(pool, 2)] == [10, 10])
    #expect(pool.complaints == [])
  }

  @Test("lanes that run effects stay for a minute, and others are next")
  func busy() {
    var pool = pool(20)
    pool.busy = Set((1...10).map { LaneID(rawValue: $0) })
    let before = pool.lanes
    func heldByOne() -> Int? {
      pool.questions.last?.held.first { $0.worker == one.worker }?.lanes
    }
    func waitForQuestion() {
      let count = pool.questions.count
      for _ in 0..<60 where pool.questions.count == count { pool.tick(after: 100) }
      #expect(pool.questions.count == count + 1)
    }
    pool.tick()
    waitForQuestion()
    advise(&pool, 12)
    pool.welcome(MemberID(rawValue: 2))
    pool.callAll()
    #expect(lanes(pool, 2) == 2)
    waitForQuestion()
    #expect(heldByOne() == 8, "those that stayed are not among them")
    advise(&pool, 12)
    pool.callAll()
    #expect(lanes(pool, 2) == 10)
    #expect(pool.busy.allSatisfy { pool.lanes[$0] == before[$0] })
    // What stayed is not on its way any more.
    pool.busy = []
    pool.callAll()
    #expect(lanes(pool, 2) == 10)
    for _ in 0..<11 { waitForQuestion() }
    #expect(heldByOne() == nil)
    waitForQuestion()
    #expect(heldByOne() == 10)
    #expect(pool.complaints == [])
  }

  @Test("an answer that comes after the next question is of no consequence")
  func late() {
    var pool = pool(20)
    pool.tick()
    pool.tick(after: 5_000)
    #expect(pool.questions.count == 1)
    pool.tick(after: 5_000)
    #expect(pool.questions.count == 2)
    let advice = BalanceAdvice(from: one.worker, destination: two, lanes: 10)
    pool.handle(.advised(wish, round: pool.questions[0].round, advice))
    #expect(pool.found[MemberID(rawValue: 2)] == nil)
    pool.handle(.advised(wish, round: pool.questions[1].round, advice))
    #expect(pool.found[MemberID(rawValue: 2)] == two)
  }

  @Test("nothing moves to a worker that does not host it, whatever the coordinator says")
  func another() {
    var pool = pool(20)
    // It has come for another feature.
    let other = FeatureDescriptor(
      name: "Tab", state: SchemaFingerprint(of: Int.self), action: SchemaFingerprint(of: Int.self))
    pool.named = two
    pool.ask(LaneID(rawValue: 99), other)
    pool.answerSearches()
    pool.welcome(MemberID(rawValue: 2), features: [other])
    pool.callAll()
    advise(&pool, 10)
    pool.callAll()
    #expect(lanes(pool, 1) == 20)
    #expect(lanes(pool, 2) == 1)
    #expect(pool.complaints == [])
  }

  @Test("a worker that goes before its lanes came loses none")
  func goes() {
    var pool = pool(20)
    advise(&pool, 10)
    pool.callAll()
    pool.endLink(MemberID(rawValue: 2))
    pool.callAll()
    for _ in 0..<11 { pool.tick(after: 1_000) }
    #expect(lanes(pool, 1) == 20)
    #expect(pool.complaints == [])
    // It is left alone for a while.
    advise(&pool, 10)
    #expect(pool.complaints == [])
  }

  @Test("advice may name a worker by the id that it has since it joined anew")
  func joinedAnew() {
    var pool = pool(20)
    func advise(_ number: Int, of coordinator: UInt64, life: String) {
      let destination = Placement(
        worker: .init(coordinator: coordinator, number: number), name: "two", endpoint: "b",
        life: life)
      pool.handle(
        .advised(
          wish, round: 0, BalanceAdvice(from: one.worker, destination: destination, lanes: 4)))
      if pool.found[MemberID(rawValue: 2)] == destination { pool.welcome(MemberID(rawValue: 2)) }
      pool.callAll()
    }
    advise(2, of: 1, life: "x")
    #expect(lanes(pool, 2) == 4)
    // Another process at its endpoint is not it.
    advise(7, of: 2, life: "y")
    #expect(lanes(pool, 2) == 4)
    advise(8, of: 2, life: "x")
    #expect(lanes(pool, 2) == 8)
    #expect(pool.complaints == [])
  }

  @Test("advice that does not fit is of no consequence")
  func useless() {
    var pool = pool(4)
    let third = Placement(worker: .init(coordinator: 9, number: 9), name: "x", endpoint: "x")
    let useless: [BalanceAdvice?] = [
      nil, BalanceAdvice(from: third.worker, destination: two, lanes: 3),
      BalanceAdvice(from: one.worker, destination: one, lanes: 3),
      BalanceAdvice(from: one.worker, destination: two, lanes: 0),
      BalanceAdvice(from: one.worker, destination: two, lanes: -1),
    ]
    for advice in useless { pool.handle(.advised(wish, round: 0, advice)) }
    pool.callAll()
    #expect(lanes(pool, 1) == 4)
    let other = PlacementWish(PoolHarness.feature, labels: ["gpu"])
    pool.handle(
      .advised(other, round: 0, BalanceAdvice(from: one.worker, destination: two, lanes: 3)))
    pool.callAll()
    #expect(lanes(pool, 1) == 4)
    #expect(pool.complaints == [])
  }

  @Test("lanes of a pool are spread, and kept together by their key")
  func groups() {
    var machine = PoolMachine(.connected(["a", "b", "c"]))
    machine.handle(.start, now: 0)
    for number in 1...3 as ClosedRange<UInt64> {
      machine.handle(.welcomed(MemberID(rawValue: number), [PoolHarness.feature]), now: 0)
    }
    var next: UInt64 = 0
    func place(_ group: LaneGroup?) -> MemberID? {
      next += 1
      return machine.place(
        LaneID(rawValue: next), PoolHarness.feature, group: group, in: .shared, now: 0)
    }
    // So that they are loaded differently.
    for _ in 0..<4 { _ = place(nil) }
    let spread = (0..<6).map { _ in place(LaneGroup(.spread, key: 1)) }
    #expect(Set(spread.prefix(3)).count == 3)
    #expect(Set(spread.suffix(3)).count == 3)
    let together = (0..<6).map { _ in place(LaneGroup(.affinity, key: 5)) }
    #expect(Set(together).count == 1)
    // When all are gone, the group is forgotten.
    for number in 1...next {
      machine.handle(.ended(LaneID(rawValue: number)), now: 0)
    }
    #expect(machine.groupCount == 0)
  }

  @Test("a coordinator hears where the lanes of a group are, and of each lane anew")
  func neighbours() {
    var machine = PoolMachine(.coordinated)
    machine.handle(.start, now: 0)
    let group = LaneGroup(.spread, key: 1)
    for number in 1...3 as ClosedRange<UInt64> {
      _ = machine.place(
        LaneID(rawValue: number), PoolHarness.feature, group: group, in: .shared, now: 0)
    }
    func asked() -> [(LaneID, [WorkerLanes])] {
      machine.takeDirectives().compactMap {
        if case .find(let lane, let wish, _) = $0 { (lane, wish.neighbours ?? []) } else { nil }
      }
    }
    let first = asked()
    #expect(first.map(\.0) == [LaneID(rawValue: 1)])
    #expect(first.map(\.1) == [[]])
    machine.handle(.found(LaneID(rawValue: 1), one), now: 0)
    let second = asked()
    #expect(second.map(\.0) == [LaneID(rawValue: 2)])
    #expect(second.map(\.1) == [[WorkerLanes(worker: one.worker, lanes: 1)]])
  }
}
