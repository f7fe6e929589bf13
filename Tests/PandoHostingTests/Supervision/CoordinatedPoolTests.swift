import PandoHosting
import Testing

/// A pool whose workers a coordinator names: they restart, are replaced, and are named late.
@Suite("A pool behind a coordinator, over all short sequences of events")
struct CoordinatedPoolTests {
  enum Step: CaseIterable {
    case askFirst, askSecond
    case answer, refuse
    case welcome, lose
    /// The worker restarts at its endpoint: the coordinator names it by another number.
    case restart
    /// The coordinator restarts, and numbers everybody anew.
    case renumber
    case drain, undrain
    case call
  }

  /// Returns false when the step means nothing in this state.
  private func take(_ step: Step, _ pool: inout PoolHarness) -> Bool {
    let lanes = PoolExplorationTests.lanes
    switch step {
    case .askFirst, .askSecond:
      let lane = step == .askFirst ? lanes.0 : lanes.1
      guard pool.lanes[lane] == nil else { return false }
      pool.ask(lane)
    case .answer:
      guard !pool.searches.isEmpty else { return false }
      pool.handle(.found(pool.searches.removeFirst(), pool.named))
    case .refuse:
      guard !pool.searches.isEmpty else { return false }
      pool.handle(.notFound(pool.searches.removeFirst(), reason: "no worker"))
    case .welcome:
      guard let member = pool.hasLink.subtracting(pool.ready).min() else { return false }
      pool.welcome(member)
    case .lose:
      guard let member = pool.hasLink.min() else { return false }
      pool.endLink(member)
    case .restart:
      let key = pool.named.worker
      pool.named = Placement(
        worker: .init(coordinator: key.coordinator, number: key.number + 1), name: "one",
        endpoint: "a")
    case .renumber:
      pool.named = Placement(
        worker: .init(coordinator: pool.named.worker.coordinator + 1, number: 1), name: "one",
        endpoint: "a")
    case .drain:
      guard let member = pool.ready.subtracting(pool.draining).min() else { return false }
      pool.drain(member)
      pool.handle(.tick)
    case .undrain:
      guard let member = pool.draining.min() else { return false }
      pool.undrain(member)
    case .call:
      return pool.callOnce()
    }
    return true
  }

  @Test("no lane is forgotten, whatever the order of answers, losses, restarts and calls")
  func exploration() {
    var count = 0
    var failures = 0
    func walk(_ pool: PoolHarness, _ path: [Step]) {
      guard failures < 5 else { return }
      count += 1
      var end = pool
      for member in end.draining.sorted() { end.undrain(member) }
      end.settle()
      if !end.complaints.isEmpty {
        failures += 1
        Issue.record("\(path): \(end.complaints)")
      }
      guard path.count < 7 else { return }
      for step in Step.allCases {
        var next = pool
        if take(step, &next) { walk(next, path + [step]) }
      }
    }
    var pool = PoolHarness(.coordinated)
    pool.handle(.start)
    walk(pool, [])
    #expect(count > 1_000, "\(count) sequences")
  }

  @Test(
    "the place of a lane that has ended on a worker with a limit is given by the coordinator alone")
  func limited() {
    var pool = PoolHarness.begun(.coordinated, lanes: 1)
    pool.answerSearches()
    pool.welcome(MemberID(rawValue: 1), traits: WorkerTraits(lanesAtMost: 1))
    pool.callAll()
    #expect(pool.lanes(on: 1) == [1])
    for number in 2...11 as ClosedRange<UInt64> { pool.ask(LaneID(rawValue: number)) }
    pool.end(LaneID(rawValue: 1))
    pool.callAll()
    #expect(pool.lanes(on: 1) == [])
    let searches = pool.searches
    pool.searches = []
    for lane in searches {
      let isFirst = lane == LaneID(rawValue: 2)
      pool.handle(
        isFirst ? .found(lane, pool.named) : .notFound(lane, reason: "all workers are full"))
    }
    pool.callAll()
    #expect(pool.lanes(on: 1) == [2])
  }

  @Test("a worker that came back under another number gets the lanes of the old one")
  func replaced() {
    let lane = PoolExplorationTests.lanes.0
    var pool = PoolHarness(.coordinated)
    pool.handle(.start)
    pool.ask(lane)
    pool.answerSearches()
    pool.welcome(MemberID(rawValue: 1))
    pool.callAll()
    #expect(pool.lanes[lane] == .on(MemberID(rawValue: 1)))
    pool.named = Placement(
      worker: .init(coordinator: 1, number: 2), name: "one", endpoint: "a")
    let other = PoolExplorationTests.lanes.1
    pool.ask(other)
    pool.settle()
    #expect(pool.lanes[other] == .on(MemberID(rawValue: 2)))
    #expect(pool.lanes[lane] == .on(MemberID(rawValue: 2)))
    #expect(pool.complaints.isEmpty)
  }

  @Test("a coordinator that was started again, and numbers a worker anew, takes no lane from it")
  func renumbered() {
    let (lane, other) = PoolExplorationTests.lanes
    var pool = PoolHarness(.coordinated)
    pool.handle(.start)
    pool.ask(lane)
    pool.answerSearches()
    pool.welcome(MemberID(rawValue: 1))
    pool.callAll()
    pool.named = Placement(
      worker: .init(coordinator: 2, number: 1), name: "one", endpoint: "a")
    pool.ask(other)
    pool.settle()
    #expect(pool.lanes[lane] == .on(MemberID(rawValue: 1)))
    #expect(pool.lanes[other] == .on(MemberID(rawValue: 1)))
    #expect(pool.lost.isEmpty)
    #expect(pool.complaints.isEmpty)
  }

  @Test("a worker that has joined anew is the same one, if it says so: it loses no lane")
  func rejoined() {
    let (lane, other) = PoolExplorationTests.lanes
    var pool = PoolHarness(.coordinated)
    func placement(_ number: Int, life: String) -> Placement {
      Placement(
        worker: .init(coordinator: 1, number: number), name: "one", endpoint: "a", life: life)
    }
    pool.named = placement(1, life: "first")
    pool.handle(.start)
    pool.ask(lane)
    pool.answerSearches()
    pool.welcome(MemberID(rawValue: 1))
    pool.callAll()
    pool.named = placement(2, life: "first")
    pool.ask(other)
    pool.settle()
    #expect(pool.lanes[lane] == .on(MemberID(rawValue: 1)))
    #expect(pool.lanes[other] == .on(MemberID(rawValue: 1)))
    #expect(pool.lost.isEmpty)
    // Another process at its endpoint.
    pool.named = placement(3, life: "second")
    pool.handle(.ended(other))
    pool.lanes[other] = nil
    pool.ask(other)
    pool.settle()
    #expect(pool.lanes[other] == .on(MemberID(rawValue: 2)))
    #expect(pool.lanes[lane] == .on(MemberID(rawValue: 2)))
    #expect(pool.complaints.isEmpty)
  }

  @Test("one that is lost is not used again under the id that a coordinator started anew gives it")
  func lostAndRenumbered() {
    let (lane, other) = PoolExplorationTests.lanes
    var pool = PoolHarness(.coordinated)
    func placement(_ coordinator: UInt64, _ number: Int, _ life: String?) -> Placement {
      Placement(
        worker: .init(coordinator: coordinator, number: number), name: "one",
        endpoint: life ?? "a", life: life)
    }
    pool.named = placement(1, 1, "first")
    pool.handle(.start)
    pool.ask(lane)
    pool.answerSearches()
    pool.welcome(MemberID(rawValue: 1))
    pool.callAll()
    pool.endLink(MemberID(rawValue: 1))
    let lost = WorkerLanes(worker: pool.named.worker, lanes: 0, life: "first")
    #expect(pool.reported == [lost])
    pool.callAll()
    #expect(pool.searches == [lane])
    #expect(pool.finds.last?.avoided == [lost.worker])
    #expect(pool.finds.last?.wish.avoided == [lost])
    // The coordinator knows the same process by another id.
    pool.named = placement(2, 7, "first")
    pool.answerSearches()
    #expect(pool.found.count == 1, "it is not opened again")
    pool.tick(after: 50)
    #expect(pool.searches == [lane])
    pool.named = placement(2, 8, "second")
    pool.answerSearches()
    #expect(pool.found[MemberID(rawValue: 2)] == pool.named)
    pool.welcome(MemberID(rawValue: 2))
    pool.callAll()
    #expect(pool.lanes[lane] == .on(MemberID(rawValue: 2)))
    // Later it may be one that was cut off, and is back.
    pool.now += 5_000
    pool.named = placement(2, 7, "first")
    pool.ask(other)
    #expect(pool.finds.last?.wish.avoided == nil)
    pool.answerSearches()
    #expect(pool.found.count == 3)
    pool.settle()
    #expect(pool.complaints.isEmpty)
  }

  @Test("one that drains is avoided by its life, too")
  func drainsByLife() {
    let (lane, other) = PoolExplorationTests.lanes
    var pool = PoolHarness(.coordinated)
    pool.named = Placement(
      worker: .init(coordinator: 1, number: 1), name: "one", endpoint: "a", life: "first")
    pool.handle(.start)
    pool.ask(lane)
    pool.answerSearches()
    pool.welcome(MemberID(rawValue: 1))
    pool.callAll()
    pool.drain(MemberID(rawValue: 1))
    pool.ask(other)
    #expect(
      pool.finds.last?.wish.avoided
        == [WorkerLanes(worker: pool.named.worker, lanes: 0, life: "first")])
  }

  @Test(
    "an answer that is older than a worker's successor is asked again after a pause, without it")
  func olderAnswer() {
    let (lane, other) = PoolExplorationTests.lanes
    var pool = PoolHarness(.coordinated)
    func placement(_ number: Int) -> Placement {
      Placement(worker: .init(coordinator: 1, number: number), name: "one", endpoint: "a")
    }
    pool.named = placement(2)
    pool.handle(.start)
    pool.ask(lane)
    pool.answerSearches()
    pool.welcome(MemberID(rawValue: 1))
    pool.callAll()
    pool.named = placement(1)
    pool.ask(other)
    pool.answerSearches()
    #expect(pool.searches == [], "it is not asked again at once")
    pool.tick(after: 50)
    #expect(pool.searches == [other])
    #expect(pool.finds.last?.avoided == [pool.named.worker])
    pool.named = placement(2)
    pool.settle()
    #expect(pool.lanes[other] == .on(MemberID(rawValue: 1)))
    #expect(pool.complaints.isEmpty)
  }

  @Test("while the coordinator says no, one lane of a feature asks for all")
  func probes() {
    var pool = PoolHarness(.coordinated)
    pool.handle(.start)
    for lane in 1...100 { pool.ask(LaneID(rawValue: UInt64(lane))) }
    #expect(pool.searches.count == PoolLimits().searchesAtOnce)
    let first = pool.searches
    pool.searches = []
    for lane in first { pool.handle(.notFound(lane, reason: "no worker")) }
    #expect(pool.searches.isEmpty)
    pool.tick(after: 50)
    #expect(pool.searches.count == 1, "those that asked at once were refused once")
    pool.handle(.notFound(pool.searches.removeFirst(), reason: "no worker"))
    pool.tick(after: 50)
    #expect(pool.searches.isEmpty)
    pool.tick(after: 5_000)
    #expect(pool.searches.count == 1)
    pool.settle()
    #expect(pool.complaints.isEmpty)
  }

  @Test("a lane that no worker is found for is told so after its patience, and why")
  func patience() {
    let lane = PoolExplorationTests.lanes.0
    var pool = PoolHarness(.coordinated)
    pool.handle(.start)
    pool.ask(lane)
    pool.handle(.notFound(pool.searches.removeFirst(), reason: "there are no workers"))
    pool.now = 29_999
    pool.handle(.tick)
    #expect(pool.machine.nextCall() == nil)
    pool.now = 30_000
    pool.handle(.tick)
    guard case .unhostable(lane, let reason)? = pool.machine.nextCall() else {
      Issue.record("the lane was not told")
      return
    }
    #expect(reason.contains("there are no workers"))
  }

  @Test("a search is forgotten when no lane asks any more, whatever the last answer was")
  func forgotten() {
    var machine = PoolMachine(.coordinated)
    machine.handle(.start, now: 0)
    for number in 1...1_000 as ClosedRange<UInt64> {
      let lane = LaneID(rawValue: number)
      _ = machine.place(
        lane, PoolHarness.feature, group: LaneGroup(.affinity, key: number), in: .shared, now: 0)
      machine.handle(.notFound(lane, reason: "no worker"), now: 0)
      machine.handle(.ended(lane), now: 0)
    }
    machine.handle(.tick, now: 3_000)
    #expect(machine.searchCount == 0)
  }

  @Test(
    "people hear once that children wait and once that they have a worker, however many their groups"
  )
  func toldOnce() {
    let lanes = (1...8).map { LaneID(rawValue: $0) }
    var machine = PoolMachine(.coordinated)
    machine.handle(.start, now: 0)
    for lane in lanes {
      _ = machine.place(
        lane, PoolHarness.feature, group: LaneGroup(.affinity, key: lane.rawValue), in: .shared,
        now: 0)
    }
    func notes() -> [String] {
      var notes: [String] = []
      while let call = machine.nextCall() { if case .note(let text) = call { notes.append(text) } }
      return notes
    }
    for now in stride(from: 0, to: 10_000, by: 2_000) {
      machine.handle(.tick, now: now)
      for lane in lanes { machine.handle(.notFound(lane, reason: "no worker"), now: now) }
    }
    #expect(notes().count == 1)
    machine.handle(.tick, now: 12_000)
    let worker = Placement(worker: .init(coordinator: 1, number: 1), name: "one", endpoint: "a")
    for lane in lanes { machine.handle(.found(lane, worker), now: 12_000) }
    machine.handle(.welcomed(MemberID(rawValue: 1), [PoolHarness.feature]), now: 12_000)
    let told = notes()
    #expect(told.count == 1)
    #expect(told.first?.contains("have one") == true)
  }
}
