import PandoWire
import Testing

@testable import PandoHosting

/// The parts of a pool, each for itself.
@Suite("The parts of a pool")
struct PoolPartsTests {
  private func lane(_ number: UInt64) -> LaneID { LaneID(rawValue: number) }
  private func waiting(_ number: UInt64) -> WaitingLane {
    WaitingLane(lane: lane(number), ticket: number)
  }
  private let member = MemberID(rawValue: 1)
  private let wish = PlacementWish(PoolHarness.feature)

  // MARK: - Moves

  @Test("lanes move in order, each once, so many at a time")
  func moveList() {
    var limits = PoolLimits()
    limits.movesAtOnce = 2
    limits.movePauseMilliseconds = 10
    var list = MoveList(limits: limits)
    #expect(!list.isDue(1_000))
    list.add([lane(3), lane(1)], 100)
    list.add([lane(1), lane(2)], 200)
    #expect(list.due == 100)
    let taken1 = list.take(100)
    #expect(taken1 == [lane(1), lane(3)])
    #expect(list.due == 110)
    let taken2 = list.take(110)
    #expect(taken2 == [lane(2)])
    #expect(list.due == nil)
  }

  @Test("a lane that has nowhere to go is looked at again when it is asked for, and not before")
  func stranded() {
    var list = MoveList(limits: PoolLimits())
    list.add([lane(1)], 0)
    let taken3 = list.take(0)
    #expect(taken3 == [lane(1)])
    list.strand(lane(1))
    list.add([lane(1)], 5)
    let taken4 = list.take(5)
    #expect(taken4 == [])
    list.retryStranded(7)
    #expect(list.due == 7)
    let taken5 = list.take(7)
    #expect(taken5 == [lane(1)])
    list.retryStranded(8)
    #expect(list.due == nil)
  }

  @Test(
    "a lane that had nowhere to go, and has been given another member since, is looked at at once")
  func strandedBefore() {
    var list = MoveList(limits: PoolLimits())
    list.strand(lane(1))
    list.forget(lane(1))
    list.add([lane(1)], 5)
    let taken = list.take(5)
    #expect(taken == [lane(1)])
  }

  // MARK: - A coordinator

  @Test("a coordinator is away when nobody answers in time, and back when it names a worker")
  func silence() {
    var watch = CoordinatorWatch(limits: PoolLimits())
    watch.noteQuestion(100)
    watch.noteQuestion(200)
    #expect(watch.deadline == 350)
    let isEarly = watch.noticeSilence(349)
    #expect(!isEarly)
    let begins = watch.noticeSilence(350)
    #expect(begins)
    #expect(watch.isAway)
    #expect(watch.deadline == nil)
    #expect(watch.mayProbe(350))
    let ends = watch.noteNamed(isAsking: true, 400)
    #expect(ends)
    #expect(!watch.isAway)
    #expect(watch.deadline == 650)
  }

  @Test("a coordinator that was away may refuse everything for a while, but not for ever")
  func refusals() {
    var watch = CoordinatorWatch(limits: PoolLimits())
    let begins = watch.noteSilence(isAsking: false, isStopping: false, 0)
    #expect(begins)
    let beginsAgain = watch.noteSilence(isAsking: false, isStopping: false, 10)
    #expect(!beginsAgain)
    #expect(!watch.mayProbe(1_009))
    #expect(watch.mayProbe(1_010))
    watch.noteRefusal(isAsking: false, 2_000)
    watch.noteRefusal(isAsking: false, 6_999)
    #expect(watch.isAway)
    watch.noteRefusal(isAsking: false, 7_000)
    #expect(!watch.isAway)
    #expect(watch.deadline == nil)
  }

  @Test("lanes with one wish ask together until there is no worker, and then one at a time, later")
  func searches() {
    var searches = PoolSearches(atOnce: 2)
    for number in 1...4 as ClosedRange<UInt64> { searches.add(waiting(number), wish) }
    // The second waits no longer.
    let first = searches.take(wish, 0) { $0.ticket != 2 }
    #expect(first == [lane(1), lane(3)])
    #expect(searches.isAsking)
    let none = searches.take(wish, 0) { _ in true }
    #expect(none == [])
    for number in [1, 3] as [UInt64] {
      let answered = searches.noteAnswer(lane(number))
      #expect(answered == wish)
      searches.putBack(waiting(number), wish)
    }
    let unknown = searches.noteAnswer(lane(9))
    #expect(unknown == nil)
    #expect(!searches.isAsking)
    searches.pause(wish, "none is there", 100)
    #expect(searches.deadlines == [150])
    #expect(searches.lastReason(wish) == "none is there")
    let early = searches.take(wish, 149) { _ in true }
    #expect(early == [])
    let alone = searches.take(wish, 150) { _ in true }
    #expect(alone == [lane(3)])
  }

  @Test("a worker that was lost is suspected for a while, under each id that its life has")
  func suspects() {
    func placement(_ number: Int, life: String?) -> Placement {
      Placement(
        worker: .init(coordinator: 1, number: number), name: "w", endpoint: "a", life: life)
    }
    var suspects = SuspectedWorkers(suspicionMilliseconds: 5_000)
    suspects.add(.init(coordinator: 1, number: 1), life: "x", 0)
    #expect(suspects.contains(placement(1, life: nil), 4_999))
    #expect(suspects.contains(placement(2, life: "x"), 4_999))
    #expect(!suspects.contains(placement(2, life: nil), 4_999))
    #expect(!suspects.contains(placement(2, life: "y"), 4_999))
    #expect(!suspects.contains(placement(1, life: "x"), 5_000))
    let current = suspects.current(4_999)
    #expect(current == [.init(coordinator: 1, number: 1): "x"])
    let later = suspects.current(5_000)
    #expect(later.isEmpty)
  }

  // MARK: - Lanes

  @Test("a lane that moves is counted where it is and where it comes, and then there alone")
  func load() {
    let group = LaneGroup(.spread, key: 1)
    let wish = PlacementWish(PoolHarness.feature, group: group)
    let other = MemberID(rawValue: 2)
    var lanes = PoolLanes()
    _ = lanes.add(lane(1), wish, in: .shared, 0)
    #expect(lanes.waitingCount == 1)
    lanes.change(lane(1), to: .on(member), of: member)
    #expect(lanes.waitingCount == 0)
    lanes.beginMove(of: lane(1))
    lanes.changeMove(of: lane(1), to: .reserved(other))
    #expect([member, other].map(lanes.load) == [1, 1])
    #expect(lanes.count(of: group, on: other) == 1)
    lanes.finishMove(of: lane(1), from: member, to: other)
    #expect([member, other].map(lanes.load) == [0, 1])
    let former = lanes.remove(lane(1))
    #expect(former == other)
    #expect(lanes.load(of: other) == 0)
    #expect(lanes.groupCount == 0)
  }

  @Test("of the lanes of a member that goes, those wait again that the store does not know there")
  func remains() {
    var lanes = PoolLanes()
    for number in 1...3 as ClosedRange<UInt64> { _ = lanes.add(lane(number), wish, in: .shared, 0) }
    lanes.change(lane(1), to: .on(member), of: member)
    lanes.change(lane(2), to: .announced(member), of: member)
    let remains = lanes.leave(member)
    #expect(remains.servedCount == 1)
    #expect(remains.back.map(\.lane) == [lane(2)])
    #expect(lanes[lane(1)] == nil)
    lanes.putBack(remains.back)
    #expect(lanes.waiting.map(\.lane) == [lane(2)])
    #expect(lanes.waitingCount == 2)
  }
}
