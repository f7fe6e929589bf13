import PandoHosting
import PandoWire
import Testing

/// Labels and limits, as a pool keeps to them.
@Suite("A pool whose workers differ")
struct PoolPlacementTests {
  private func lane(_ number: UInt64) -> LaneID { LaneID(rawValue: number) }
  private func member(_ number: UInt64) -> MemberID { MemberID(rawValue: number) }

  private func pool(_ traits: [WorkerTraits]) -> PoolMachine {
    var machine = PoolMachine(.connected(traits.indices.map { "w\($0)" }))
    machine.handle(.start, now: 0)
    for (index, traits) in traits.enumerated() {
      machine.handle(
        .welcomed(member(UInt64(index + 1)), [PoolHarness.feature], traits), now: 0)
    }
    return machine
  }

  private func place(
    _ number: UInt64, _ labels: [String] = [], _ machine: inout PoolMachine
  ) -> MemberID? {
    machine.place(lane(number), PoolHarness.feature, labels: labels, in: .shared, now: 0)
  }

  private func calls(_ machine: inout PoolMachine) -> [PoolCall] {
    var calls: [PoolCall] = []
    while let call = machine.nextCall() { calls.append(call) }
    return calls
  }

  @Test("a lane goes where its labels are, however loaded that is")
  func labels() {
    var machine = pool([WorkerTraits(labels: ["gpu"]), .none])
    for number in 1...5 {
      let chosen = place(UInt64(number), ["gpu"], &machine)
      #expect(chosen == member(1))
    }
    let other = place(6, [], &machine)
    #expect(other == member(2))
  }

  @Test(
    "a label that no worker has is missing as a feature is, and a lane with it is refused at once")
  func missing() {
    var machine = pool([WorkerTraits(labels: ["fast"]), .none])
    let chosen = place(1, ["gpu"], &machine)
    #expect(chosen == nil)
    let made = calls(&machine)
    guard case .report(let text)? = made.first, case .unhostable(lane(1), _)? = made.last else {
      Issue.record("\(made)")
      return
    }
    #expect(text.contains("labels gpu"))
  }

  @Test("what waits for a worker that is full is placed when a lane of it ends")
  func full() {
    var machine = pool([WorkerTraits(lanesAtMost: 2)])
    let first = [place(1, [], &machine), place(2, [], &machine), place(3, [], &machine)]
    #expect(first == [member(1), member(1), nil])
    #expect(calls(&machine) == [])
    machine.handle(.ended(lane(1)), now: 0)
    #expect(calls(&machine) == [.placed(lane(3), member(1))])
  }

  @Test("a lane moves only where its labels are and where there is room")
  func moves() {
    var machine = pool([
      WorkerTraits(labels: ["gpu"]), .none, WorkerTraits(labels: ["gpu"], lanesAtMost: 1),
    ])
    let chosen = [place(1, ["gpu"], &machine), place(2, ["gpu"], &machine)]
    #expect(chosen == [member(1), member(3)])
    let third = place(3, ["gpu"], &machine)
    #expect(third == member(1))
    machine.handle(.draining(member(1), withinMilliseconds: 1_000), now: 0)
    machine.handle(.tick, now: 0)
    let made = calls(&machine)
    #expect(!made.contains { if case .move = $0 { true } else { false } })
    machine.handle(.ended(lane(2)), now: 0)
    machine.handle(.tick, now: 500)
    #expect(calls(&machine).contains(.move(lane(1), interrupts: false)))
  }

  @Test("workers that a store starts itself are all alike")
  func spawned() {
    var machine = PoolMachine(.spawned(1))
    machine.handle(.start, now: 0)
    machine.handle(.welcomed(member(1), [PoolHarness.feature]), now: 0)
    let chosen = place(1, ["gpu"], &machine)
    #expect(chosen == member(1))
  }
}
