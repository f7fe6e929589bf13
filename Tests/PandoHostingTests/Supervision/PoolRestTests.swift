import PandoHosting
import PandoWire
import Testing

@Suite("A lane that is to have its trial on a worker that other stores use")
struct PoolRestTests {
  private let feature = FeatureDescriptor(
    name: "Feature", state: SchemaFingerprint(rawValue: 1), action: SchemaFingerprint(rawValue: 2))
  private let lane = LaneID(rawValue: 1)

  /// A pool of one given worker, which is there.
  private func pool() -> PoolMachine {
    var pool = PoolMachine(.connected(["a"]))
    pool.handle(.start, now: 0)
    pool.handle(.welcomed(MemberID(rawValue: 1), [feature]), now: 0)
    return pool
  }

  @Test("rests for as long as it is told, has a deadline, and is placed then")
  func rests() {
    var pool = pool()
    let atOnce = pool.place(
      lane, feature, in: .quarantine, restMilliseconds: 250, now: 1_000)
    #expect(atOnce == nil)
    #expect(pool.nextDeadline == 1_250)
    pool.handle(.tick, now: 1_249)
    #expect(pool.nextCall() == nil)
    pool.handle(.tick, now: 1_250)
    #expect(pool.nextCall() == .placed(lane, MemberID(rawValue: 1)))
    #expect(pool.nextCall() == nil)
  }

  @Test("is placed once where it asks again while it rests, and not at all when it ends")
  func asksAgain() {
    var pool = pool()
    _ = pool.place(lane, feature, in: .quarantine, restMilliseconds: 100, now: 0)
    _ = pool.place(lane, feature, in: .quarantine, restMilliseconds: 300, now: 50)
    pool.handle(.tick, now: 200)
    #expect(pool.nextCall() == nil)
    pool.handle(.tick, now: 350)
    #expect(pool.nextCall() == .placed(lane, MemberID(rawValue: 1)))
    #expect(pool.nextCall() == nil)
    _ = pool.place(lane, feature, in: .quarantine, restMilliseconds: 100, now: 400)
    pool.handle(.ended(lane), now: 450)
    pool.handle(.tick, now: 1_000)
    #expect(pool.nextCall() == nil)
  }

  @Test("waits for its worker of its own where the store starts its workers, and rests not at all")
  func quarantine() {
    var pool = PoolMachine(.spawned(1))
    pool.handle(.start, now: 0)
    pool.handle(.welcomed(MemberID(rawValue: 1), [feature]), now: 0)
    _ = pool.takeDirectives()
    _ = pool.place(lane, feature, in: .quarantine, restMilliseconds: 400, now: 0)
    #expect(pool.takeDirectives().contains { if case .spawn = $0 { true } else { false } })
  }
}
