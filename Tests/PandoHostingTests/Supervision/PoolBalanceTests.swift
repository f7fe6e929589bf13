import PandoHosting
import Testing

/// Lanes that move because one member has many and another few.
@Suite("A pool that is lopsided")
struct PoolBalanceTests {
  private func member(_ number: UInt64) -> MemberID { MemberID(rawValue: number) }

  private func lanes(of pool: PoolHarness, on number: UInt64) -> Int {
    pool.lanes.values.count { $0 == .on(member(number)) }
  }

  /// Three workers, of which the last comes when the others have so many lanes.
  private func pool(_ count: UInt64) -> PoolHarness {
    var pool = PoolHarness(.connected(["a", "b", "c"]))
    pool.handle(.start)
    pool.welcome(member(1))
    pool.welcome(member(2))
    pool.tick(after: 2_000)
    for number in 1...count { pool.ask(LaneID(rawValue: number)) }
    pool.welcome(member(3))
    pool.callAll()
    return pool
  }

  private func loads(_ pool: PoolHarness) -> [Int] { (1...3).map { lanes(of: pool, on: $0) } }

  @Test("gives a worker that comes its part, once it has been so for a while, and comes to rest")
  func comes() {
    var pool = pool(60)
    #expect(loads(pool) == [30, 30, 0])
    pool.tick(after: 100)
    pool.tick(after: 4_900)
    #expect(loads(pool) == [30, 30, 0], "it may be over soon")
    for _ in 0..<20 { pool.tick(after: 2_600) }
    let settled = loads(pool)
    #expect(settled.reduce(0, +) == 60)
    #expect(settled.max()! - settled.min()! < 8)
    // Nothing flaps.
    let before = pool.lanes
    for _ in 0..<100 { pool.tick(after: 2_600) }
    #expect(pool.lanes == before)
    #expect(pool.complaints == [])
  }

  @Test("a small difference stays as it is")
  func small() {
    var pool = pool(14)
    #expect(loads(pool) == [7, 7, 0])
    for _ in 0..<100 { pool.tick(after: 1_000) }
    #expect(loads(pool) == [7, 7, 0])
  }

  @Test("lanes that run effects stay, and others go in their place")
  func busy() {
    var pool = pool(40)
    let before = pool.lanes
    pool.busy = Set((1...20).map { LaneID(rawValue: $0) })
    for _ in 0..<100 { pool.tick(after: 1_000) }
    #expect(pool.busy.allSatisfy { pool.lanes[$0] == before[$0] })
    #expect(pool.interrupted == [])
    pool.busy = []
    for _ in 0..<100 { pool.tick(after: 1_000) }
    #expect(loads(pool).max()! - loads(pool).min()! < 8)
    #expect(pool.complaints == [])
  }

  @Test(
    "nothing moves to a worker that drains, and a lane that was to move leaves one that begins to")
  func draining() {
    var pool = pool(40)
    pool.drain(member(3))
    for _ in 0..<100 { pool.tick(after: 1_000) }
    #expect(loads(pool) == [20, 20, 0])
    pool.undrain(member(3))
    pool.busy = Set(pool.lanes.keys)
    for _ in 0..<12 { pool.tick(after: 1_000) }
    pool.drain(member(1), milliseconds: 1_000_000)
    for _ in 0..<12 { pool.tick(after: 1_000) }
    pool.busy = []
    for lane in pool.lanes.keys.sorted(by: { $0.rawValue < $1.rawValue }) { pool.move(lane) }
    for _ in 0..<12 { pool.tick(after: 1_000) }
    #expect(loads(pool)[0] == 0)
    #expect(pool.complaints == [])
  }

  /// Two workers, each with half of the lanes, one that comes later, and another that takes none of them.
  private func pool(
    beside features: [FeatureDescriptor] = [PoolHarness.feature], _ traits: WorkerTraits
  ) -> PoolHarness {
    var pool = PoolHarness(.connected(["a", "b", "c", "d"]))
    pool.handle(.start)
    pool.welcome(member(1))
    pool.welcome(member(2))
    pool.welcome(member(4), features: features, traits: traits)
    pool.tick(after: 2_000)
    for number in 1...60 as ClosedRange<UInt64> { pool.ask(LaneID(rawValue: number)) }
    pool.welcome(member(3))
    pool.callAll()
    return pool
  }

  private static let other = FeatureDescriptor(
    name: "Other", state: PoolHarness.feature.state, action: PoolHarness.feature.action)

  @Test(
    "a worker that takes no lane of the fullest is passed over, and the next one gets its part",
    arguments: [
      ([PoolHarness.feature], WorkerTraits(lanesAtMost: 0)),
      ([PoolHarness.feature], WorkerTraits(lanesAtMost: 2)), ([Self.other], .none), ([], .none),
    ])
  func passedOver(features: [FeatureDescriptor], traits: WorkerTraits) {
    var pool = pool(beside: features, traits)
    let few = lanes(of: pool, on: 4)
    #expect(few == (features == [PoolHarness.feature] ? traits.lanesAtMost ?? 0 : 0))
    #expect(lanes(of: pool, on: 3) == 0)
    for _ in 0..<40 { pool.tick(after: 2_600) }
    #expect(lanes(of: pool, on: 4) == few)
    #expect(loads(pool).max()! - loads(pool).min()! < 8, "\(loads(pool))")
    let before = pool.lanes
    for _ in 0..<100 { pool.tick(after: 2_600) }
    #expect(pool.lanes == before)
    #expect(pool.complaints == [])
  }

  @Test("a worker with many lanes that no other takes does not keep the next from giving")
  func alone() {
    var pool = PoolHarness(.connected(["a", "b", "c"]))
    pool.handle(.start)
    pool.welcome(member(1), features: [Self.other])
    pool.welcome(member(2))
    pool.tick(after: 2_000)
    for number in 1...100 as ClosedRange<UInt64> { pool.ask(LaneID(rawValue: number), Self.other) }
    for number in 101...120 as ClosedRange<UInt64> { pool.ask(LaneID(rawValue: number)) }
    pool.welcome(member(3))
    pool.callAll()
    #expect(loads(pool) == [100, 20, 0])
    for _ in 0..<40 { pool.tick(after: 2_600) }
    #expect(loads(pool) == [100, 10, 10])
    #expect(pool.complaints == [])
  }

  @Test("random loads of many workers come to rest, within what makes it act")
  func random() {
    var state: UInt64 = 7
    func next(_ limit: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % limit
    }
    for _ in 0..<20 {
      let count = 2 + Int(next(8))
      var pool = PoolHarness(.connected((0..<count).map { "w\($0)" }))
      pool.handle(.start)
      for number in 1...count { pool.welcome(member(UInt64(number))) }
      var lane: UInt64 = 0
      for _ in 0..<6 {
        for _ in 0..<next(200) {
          lane += 1
          pool.ask(LaneID(rawValue: lane))
        }
        let victim = member(1 + next(UInt64(count)))
        for (id, view) in pool.lanes where view == .on(victim) && next(3) > 0 { pool.end(id) }
        pool.tick(after: Int(next(9_000)))
      }
      for _ in 0..<400 { pool.tick(after: 1_300) }
      let rest = pool.lanes
      for _ in 0..<40 { pool.tick(after: 1_300) }
      #expect(pool.lanes == rest)
      let loads = (1...count).map { lanes(of: pool, on: UInt64($0)) }
      #expect(loads.max()! - loads.min()! < max(8, loads.max()! / 4))
      #expect(pool.complaints == [])
    }
  }
}
