import PandoHosting
import PandoWire
import Testing

/// A pool behind a coordinator: it is asked where lanes of the fullest worker would go.
@Suite("A lopsided pool behind a coordinator")
struct CoordinatedPoolBalanceTests {
  private static let other = FeatureDescriptor(
    name: "Other", state: PoolHarness.feature.state, action: PoolHarness.feature.action)

  private func placement(_ number: Int, lanes: Int? = nil) -> Placement {
    Placement(
      worker: .init(coordinator: 1, number: number), name: "w\(number)", endpoint: "\(number)",
      lanes: lanes)
  }

  /// A pool with so many lanes on a worker.
  private func pool(_ count: UInt64) -> PoolHarness {
    var pool = PoolHarness(.coordinated)
    pool.handle(.start)
    pool.named = placement(1)
    for number in 1...count { pool.ask(LaneID(rawValue: number)) }
    while !pool.searches.isEmpty { pool.answerSearches() }
    pool.welcome(MemberID(rawValue: 1), features: [PoolHarness.feature, Self.other])
    pool.callAll()
    return pool
  }

  private func loads(_ pool: PoolHarness) -> [Int] { (1...2).map { pool.lanes(on: $0).count } }

  /// Lets time pass, in which the coordinator names a worker that has so many lanes of others and all that it is told to
  /// take, and returns the lanes that were asked for.
  @discardableResult
  private func pass(
    _ pool: inout PoolHarness, seconds: Int, naming number: Int, others: Int? = 0
  ) -> [LaneID] {
    var asked: [LaneID] = []
    for _ in 0..<seconds {
      pool.tick(after: 1_000)
      var load = pool.lanes(on: UInt64(number)).count + (others ?? 0)
      while let lane = pool.searches.popLast() {
        asked.append(lane)
        load += 1
        pool.handle(.found(lane, placement(number, lanes: others == nil ? nil : load)))
        pool.welcome(MemberID(rawValue: UInt64(number)))
      }
      pool.callAll()
    }
    return asked
  }

  @Test("the question says that a lane has a worker, unless it waits for one or that drains")
  func questions() {
    var pool = pool(20)
    #expect(pool.finds.allSatisfy { $0.wish.isPlaced != true })
    let count = pool.finds.count
    pool.tick(after: 1_000)
    #expect(pool.finds.count == count + 1)
    #expect(pool.finds.last?.wish.isPlaced == true)
    pool.answerSearches()
    pool.handle(.draining(MemberID(rawValue: 1), withinMilliseconds: 60_000))
    pool.ask(LaneID(rawValue: 21))
    #expect(pool.finds.count > count + 1)
    #expect(pool.finds.dropFirst(count + 1).allSatisfy { $0.wish.isPlaced != true })
  }

  @Test("moves lanes to a worker that the coordinator names and that has few, until they are even")
  func moves() {
    var pool = pool(20)
    pass(&pool, seconds: 1, naming: 2)
    #expect(loads(pool) == [10, 10])
    pass(&pool, seconds: 100, naming: 2)
    #expect(loads(pool) == [10, 10])
    #expect(pool.complaints == [])
  }

  @Test("a worker that has as many lanes with those of others gets none, nor one with a few fewer")
  func others() {
    for (others, moved) in [(100, 0), (20, 0), (12, 0), (11, 4), (0, 10)] {
      var pool = pool(20)
      pass(&pool, seconds: 20, naming: 2, others: others)
      #expect(loads(pool) == [20 - moved, moved], "\(others)")
      #expect(pool.complaints == [])
    }
    var few = pool(8)
    pass(&few, seconds: 20, naming: 2)
    #expect(loads(few) == [8, 0])
  }

  @Test("one lane of a wish is asked for every five seconds, and the same no more for a minute")
  func asks() {
    var pool = pool(20)
    let asked = pass(&pool, seconds: 60, naming: 1, others: 0)
    #expect(asked.count == 12)
    #expect(Set(asked).count == 12)
    #expect(pool.notes == [] && pool.found.count == 1)
    #expect(Set(pass(&pool, seconds: 60, naming: 1)).intersection(asked).count > 0)
    #expect(loads(pool) == [20, 0])
    #expect(pool.complaints == [])
  }

  @Test("no lane moves to a worker of which the coordinator does not say that it is a goal")
  func noGoal() {
    var pool = pool(20)
    pass(&pool, seconds: 20, naming: 2, others: nil)
    #expect(loads(pool) == [20, 0])
    #expect(pool.found.count == 1, "nor is it linked")
    #expect(pool.complaints == [])
  }

  @Test("lanes that run effects stay for a minute, and others are next")
  func busy() {
    var pool = pool(24)
    pool.busy = Set((1...4).map { LaneID(rawValue: $0) })
    pass(&pool, seconds: 20, naming: 2)
    #expect(loads(pool) == [16, 8])
    #expect((1...4).allSatisfy { pool.lanes(on: 1).contains($0) })
    #expect(pool.interrupted == [])
    #expect(pool.complaints == [])
    var all = self.pool(24)
    all.busy = Set((1...24).map { LaneID(rawValue: $0) })
    let asked = pass(&all, seconds: 60, naming: 2)
    #expect(asked.count == 24 && Set(asked).count == 24, "none is asked for twice")
  }

  @Test("a wish for which there is nothing better keeps no lane with another from moving")
  func wishes() {
    var pool = pool(20)
    pool.named = placement(2)
    for number in 21...40 as ClosedRange<UInt64> { pool.ask(LaneID(rawValue: number), Self.other) }
    while !pool.searches.isEmpty { pool.answerSearches() }
    pool.welcome(MemberID(rawValue: 2), features: [Self.other])
    pool.callAll()
    var load = 0
    pool.tick(after: 1_000)
    while let lane = pool.searches.popLast() {
      let isOther = lane.rawValue > 20
      if isOther { load += 1 }
      pool.handle(.found(lane, isOther ? placement(1, lanes: load) : placement(1, lanes: 100)))
    }
    pool.callAll()
    #expect(pool.lanes(on: 1).count > 20)
  }

  @Test(
    "a coordinator that refuses, or is away, leaves the lanes where they are, and nobody is told")
  func refused() {
    for isAway in [false, true] {
      var pool = pool(20)
      var count = 0
      for _ in 0..<60 {
        pool.tick(after: 1_000)
        while let lane = pool.searches.popLast() {
          count += 1
          pool.handle(
            isAway ? .unanswered(lane, reason: "nobody") : .notFound(lane, reason: "all are full"))
        }
        pool.callAll()
      }
      #expect(count == (isAway ? 1 : 12))
      #expect(loads(pool) == [20, 0])
      #expect(pool.notes == [])
      #expect(pool.complaints == [])
    }
  }

  @Test("a lane that is asked for leaves a worker that begins to drain all the same")
  func drains() {
    var pool = pool(20)
    pool.tick(after: 1_000)
    #expect(pool.searches.count == 1)
    pool.drain(MemberID(rawValue: 1))
    pass(&pool, seconds: 10, naming: 2, others: 100)
    #expect(loads(pool) == [0, 20])
    #expect(pool.complaints == [])
  }

  @Test("a worker that goes before its lanes came loses none")
  func goes() {
    var pool = pool(20)
    pool.tick(after: 1_000)
    for load in 1...3 {
      guard let lane = pool.searches.popLast() else { break }
      pool.handle(.found(lane, placement(2, lanes: load)))
    }
    #expect(pool.found.count == 2)
    pool.endLink(MemberID(rawValue: 2))
    pool.callAll()
    pass(&pool, seconds: 20, naming: 1)
    #expect(loads(pool) == [20, 0])
    #expect(pool.complaints == [])
  }

  @Test("no lane leaves the build that it prefers, and one of another build may go to any")
  func builds() {
    for (build, moved) in [("new", 0), ("old", 10), (nil, 10)] as [(String?, Int)] {
      var pool = PoolHarness(.coordinated)
      pool.machine = PoolMachine(.coordinated, build: BuildPreference(id: BuildID("new")))
      pool.handle(.start)
      pool.named = placement(1)
      for number in 1...20 as ClosedRange<UInt64> { pool.ask(LaneID(rawValue: number)) }
      while !pool.searches.isEmpty { pool.answerSearches() }
      let traits = WorkerTraits(build: build.flatMap { BuildID($0) })
      pool.welcome(MemberID(rawValue: 1), traits: traits)
      pool.callAll()
      pass(&pool, seconds: 20, naming: 2)
      #expect(loads(pool) == [20 - moved, moved], "\(build ?? "none")")
      #expect(pool.complaints == [])
    }
  }

  @Test("a worker is a goal for lanes that has told its load, and has no share")
  func goals() throws {
    func placement(
      _ traits: WorkerTraits = .none, tells load: WorkerLoad?
    ) throws -> Placement {
      var registry = WorkerRegistry(incarnation: 1)
      var record = WorkerRecord(
        name: "w", endpoint: "ipc:///w", processID: 1, hostName: "h",
        features: [PoolHarness.feature])
      record.traits = traits
      let id = registry.join(record, atMilliseconds: 0).lease.id
      if let load { _ = registry.beat(id, load: load, atMilliseconds: 0) }
      return try registry.place(PlacementWish(PoolHarness.feature)).get()
    }
    let load = WorkerLoad(lanes: 3, actionsPerSecond: 0)
    let traits = WorkerTraits(build: BuildID("new"))
    #expect(try placement(traits, tells: load).lanes == 4)
    #expect(try placement(traits, tells: load).build == BuildID("new"))
    #expect(try placement(tells: nil).lanes == nil)
    let share = WorkerTraits(share: PlacementShare(thousandths: 100))
    #expect(try placement(share, tells: load).lanes == nil)
    // Where all are under strain, as on a machine that is busy, they even out all the same.
    let strained = WorkerLoad(lanes: 3, actionsPerSecond: 0, memoryThousandths: 990)
    #expect(try placement(tells: strained).lanes == 4)
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
    machine.handle(.found(LaneID(rawValue: 1), placement(1)), now: 0)
    let second = asked()
    #expect(second.map(\.0) == [LaneID(rawValue: 2)])
    #expect(second.map(\.1) == [[WorkerLanes(worker: placement(1).worker, lanes: 1)]])
  }
}
