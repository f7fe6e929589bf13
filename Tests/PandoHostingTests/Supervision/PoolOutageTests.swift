import PandoHosting
import PandoWire
import Testing

/// A pool whose coordinator does not answer, for a while: it was killed, is stopped, or is started again.
@Suite("A pool behind a coordinator that is away")
struct PoolOutageTests {
  private func lane(_ number: UInt64) -> LaneID { LaneID(rawValue: number) }
  private func member(_ number: UInt64) -> MemberID { MemberID(rawValue: number) }

  private func placement(_ number: Int) -> Placement {
    Placement(
      worker: .init(coordinator: 1, number: number), name: "w\(number)", endpoint: "e\(number)",
      life: "life \(number)")
  }

  /// Returns a pool with so many workers, each with one lane of its number.
  private func linked(_ count: Int, traits: WorkerTraits = .none) -> PoolHarness {
    var pool = PoolHarness(.coordinated)
    pool.handle(.start)
    for number in 1...count {
      pool.named = placement(number)
      pool.ask(lane(UInt64(number)))
      pool.answerSearches()
      pool.welcome(member(UInt64(number)), traits: traits)
    }
    pool.callAll()
    return pool
  }

  /// Returns the same, where the coordinator is known to be away.
  private func away(_ count: Int, traits: WorkerTraits = .none) -> PoolHarness {
    var pool = linked(count, traits: traits)
    pool.ask(lane(100))
    pool.handle(.unanswered(pool.searches.removeFirst(), reason: "nobody answers"))
    pool.callAll()
    pool.end(lane(100))
    return pool
  }

  @Test(
    "a question that nobody answers keeps a lane for a quarter of a second, and the next for none")
  func silence() {
    var pool = linked(1)
    pool.ask(lane(2))
    #expect(pool.searches == [lane(2)])
    #expect(pool.machine.nextDeadline == 250, "somebody is to look then")
    pool.tick(after: 249)
    #expect(pool.lanes[lane(2)] == .waiting)
    pool.tick(after: 1)
    #expect(pool.lanes[lane(2)] == .on(member(1)))
    for number in 3...50 as ClosedRange<UInt64> { pool.ask(lane(number)) }
    #expect(pool.lanes(on: 1).count == 50)
    #expect(pool.searches == [lane(2)], "one question is enough to know")
    #expect(pool.complaints == [])
  }

  @Test("an answer that comes late moves nothing, and the next lane is asked for again")
  func lateAnswer() {
    var pool = linked(1)
    pool.ask(lane(2))
    pool.tick(after: 250)
    pool.named = placement(2)
    pool.answerSearches()
    pool.callAll()
    #expect(pool.lanes[lane(2)] == .on(member(1)))
    #expect(pool.found.count == 1, "nobody needs the other worker")
    pool.ask(lane(3))
    #expect(pool.searches == [lane(3)])
    pool.answerSearches()
    pool.welcome(member(2))
    pool.callAll()
    #expect(pool.lanes[lane(3)] == .on(member(2)))
    #expect(pool.complaints == [])
  }

  @Test("lanes that have places ask once a second whether somebody answers, one at a time")
  func probes() {
    var pool = away(1)
    #expect(pool.lanes(on: 1) == [1])
    pool.searches = []
    pool.ask(lane(2))
    #expect(pool.searches == [])
    pool.tick(after: 1_000)
    for number in 3...9 as ClosedRange<UInt64> { pool.ask(lane(number)) }
    #expect(pool.searches == [lane(3)])
    #expect(pool.lanes(on: 1).count == 9)
    for _ in 0..<10 {
      pool.handle(.unanswered(pool.searches.removeFirst(), reason: "nobody answers"))
      pool.end(lane(3))
      pool.tick(after: 1_000)
      pool.lanes[lane(3)] = nil
      pool.ask(lane(3))
      #expect(pool.lanes[lane(3)] == .on(member(1)))
    }
    #expect(pool.notes == [], "no child waits")
    pool.answerSearches()
    // Though questions had failed so often that the next would have to wait.
    pool.ask(lane(10))
    #expect(pool.searches == [lane(10)])
    pool.answerSearches()
    pool.callAll()
    #expect(pool.complaints == [])
  }

  @Test(
    "a lane goes to no linked worker that is full, drains, or does not host it, until that changes")
  func unfit() {
    var pool = away(2, traits: WorkerTraits(lanesAtMost: 2))
    pool.ask(lane(3))
    pool.ask(lane(4))
    pool.ask(lane(5))
    #expect(pool.lanes[lane(5)] == .waiting, "both are full")
    pool.end(lane(2))
    pool.callAll()
    #expect(pool.lanes[lane(5)] == .on(member(2)))

    pool = away(1)
    pool.drain(member(1))
    pool.tick()
    pool.ask(lane(6))
    #expect(pool.lanes[lane(6)] == .waiting)
    pool.undrain(member(1))
    pool.tick()
    #expect(pool.lanes[lane(6)] == .on(member(1)))

    pool = away(1)
    let other = FeatureDescriptor(
      name: "Other", state: PoolHarness.feature.state, action: PoolHarness.feature.action)
    pool.ask(lane(7), other)
    #expect(pool.lanes[lane(7)] == .waiting)
    #expect(pool.searches == [lane(7)])
    pool.end(lane(7))
    pool.lanes[lane(7)] = nil
    #expect(pool.complaints == [])
  }

  @Test("a worker that becomes ready meanwhile takes what waits")
  func welcome() {
    var pool = PoolHarness(.coordinated)
    pool.handle(.start)
    pool.ask(lane(1))
    pool.answerSearches()
    pool.ask(lane(2))
    pool.tick(after: 250)
    #expect(pool.lanes[lane(2)] == .waiting, "nobody is linked")
    pool.welcome(member(1))
    pool.callAll()
    #expect(pool.lanes(on: 1) == [1, 2])
    #expect(pool.complaints == [])
  }

  @Test("the lanes of a worker that is lost go on at the others at once")
  func lost() {
    var pool = away(2)
    pool.ask(lane(3))
    pool.ask(lane(4))
    #expect(pool.lanes(on: 1).count == 2)
    pool.endLink(member(1))
    pool.callAll()
    #expect(pool.lanes(on: 2) == [1, 2, 3, 4])
    #expect(pool.complaints == [])
  }

  @Test("the lanes of a worker that drains move to the others, asked for before or after")
  func drained() {
    for isKnown in [true, false] {
      var pool = isKnown ? away(2) : linked(2)
      pool.searches = []
      pool.drain(member(1))
      pool.tick()
      if !isKnown {
        #expect(pool.lanes(on: 1) == [1])
        #expect(pool.searches == [lane(1)])
        pool.tick(after: 250)
      }
      #expect(pool.lanes(on: 2) == [1, 2])
      #expect(pool.complaints == [])
    }
  }

  @Test(
    "a coordinator that was started again and knows nobody yet sends no lane to wait, for a while")
  func startedAgain() {
    var pool = away(1)
    pool.searches = []
    var number: UInt64 = 200
    // It refuses what it is asked every second.
    for _ in 0..<5 {
      pool.tick(after: 1_000)
      number += 1
      pool.ask(lane(number))
      #expect(pool.lanes[lane(number)] == .on(member(1)))
      for asked in pool.searches { pool.handle(.notFound(asked, reason: "there are no workers")) }
      pool.searches = []
    }
    // After that it is believed.
    pool.tick(after: 1_000)
    pool.ask(lane(300))
    for asked in pool.searches { pool.handle(.notFound(asked, reason: "there are no workers")) }
    pool.searches = []
    pool.ask(lane(301))
    pool.tick(after: 2_000)
    #expect(pool.lanes[lane(301)] == .waiting)
    #expect(pool.searches.count == 1)
    pool.named = placement(1)
    pool.settle()
    #expect(pool.lanes[lane(301)] == .on(member(1)))
    #expect(pool.complaints == [])
  }

  @Test("what a coordinator refuses stays so while it answers, however many workers are linked")
  func refused() {
    var pool = linked(2)
    pool.ask(lane(3))
    pool.handle(.notFound(pool.searches.removeFirst(), reason: "all workers are full"))
    for _ in 0..<20 {
      pool.tick(after: 500)
      for asked in pool.searches { pool.handle(.notFound(asked, reason: "all workers are full")) }
      pool.searches = []
    }
    #expect(pool.lanes[lane(3)] == .waiting)
  }

  enum News: CaseIterable { case ready, room, drainsNoLonger }

  @Test(
    "a lane that was refused again and again notices at once that nobody answers, where a worker may take it",
    arguments: News.allCases)
  func refusedBefore(_ news: News) {
    var pool = linked(1, traits: WorkerTraits(lanesAtMost: 1))
    if news == .drainsNoLonger { pool.handle(.draining(member(1), withinMilliseconds: 60_000)) }
    pool.ask(lane(3))
    for _ in 0..<8 {
      pool.tick(after: 2_000)
      for asked in pool.searches { pool.handle(.notFound(asked, reason: "all workers are full")) }
      pool.searches = []
    }
    #expect(pool.lanes[lane(3)] == .waiting)
    // From now on nobody answers.
    switch news {
    case .ready:
      let other = FeatureDescriptor(
        name: "Other", state: SchemaFingerprint(of: Int.self),
        action: SchemaFingerprint(of: Int.self))
      pool.ask(lane(4), other)
      pool.searches.removeAll { $0 == lane(4) }
      pool.handle(.found(lane(4), placement(2)))
      pool.welcome(member(2), features: [PoolHarness.feature, other])
    case .room: pool.end(lane(1))
    case .drainsNoLonger:
      pool.end(lane(1))
      pool.handle(.undrained(member(1)))
    }
    pool.tick(after: 0)
    #expect(pool.searches.contains(lane(3)))
    pool.tick(after: PoolLimits().answerMilliseconds)
    #expect(pool.lanes[lane(3)] == .on(member(news == .ready ? 2 : 1)))
    #expect(pool.complaints == [])
  }

  @Test("lanes with an affinity go where the coordinator would place them")
  func affinity() {
    var registry = WorkerRegistry(incarnation: 1)
    var machine = PoolMachine(.coordinated)
    machine.handle(.start, now: 0)
    for number in 1...4 {
      let record = WorkerRecord(
        name: "w\(number)", endpoint: "e\(number)", processID: 1, hostName: "here",
        features: [PoolHarness.feature], life: "life \(number)")
      _ = registry.join(record, atMilliseconds: 0)
      let first = lane(1_000 + UInt64(number))
      _ = machine.place(first, PoolHarness.feature, in: .shared, now: 0)
      machine.handle(.found(first, placement(number)), now: 0)
      machine.handle(.welcomed(member(UInt64(number)), [PoolHarness.feature]), now: 0)
    }
    _ = machine.place(lane(2_000), PoolHarness.feature, in: .shared, now: 0)
    machine.handle(.unanswered(lane(2_000), reason: "nobody answers"), now: 0)
    for key in 0..<100 as Range<UInt64> {
      let group = LaneGroup(.affinity, key: key)
      let mine = machine.place(lane(key), PoolHarness.feature, group: group, in: .shared, now: 0)
      let theirs = try? registry.place(
        PlacementWish(PoolHarness.feature, group: group), avoiding: []
      ).get()
      #expect(mine.map { "e\($0.rawValue)" } == theirs?.endpoint)
    }
  }
}
