import PandoHosting
import PandoWire
import Testing

/// Labels and limits, as a pool keeps to them.
@Suite("A pool whose workers differ")
struct PoolPlacementTests {
  private func lane(_ number: UInt64) -> LaneID { LaneID(rawValue: number) }
  private func member(_ number: UInt64) -> MemberID { MemberID(rawValue: number) }

  private func pool(
    _ traits: [WorkerTraits], build: BuildPreference = .none
  ) -> PoolMachine {
    var machine = PoolMachine(.connected(traits.indices.map { "w\($0)" }), build: build)
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

  @Test("a feature that nobody hosts is reported once, however many groups its lanes belong to")
  func missingForGroups() {
    var machine = pool([WorkerTraits(labels: ["fast"])])
    for key in 1...3 as ClosedRange<UInt64> {
      let chosen = machine.place(
        lane(key), PoolHarness.feature, labels: ["gpu"], group: LaneGroup(.affinity, key: key),
        in: .shared, now: 0)
      #expect(chosen == nil)
    }
    let made = calls(&machine)
    #expect(made.count { if case .report = $0 { true } else { false } } == 1)
    #expect(made.count { if case .unhostable = $0 { true } else { false } } == 3)
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

  /// Makes the calls, as a store whose lanes among these run effects. Returns those that are no moves.
  private func obey(_ machine: inout PoolMachine, busy: Set<LaneID> = []) -> [PoolCall] {
    calls(&machine).filter { call in
      guard case .move(let lane, _) = call else { return true }
      if !busy.contains(lane) { _ = machine.move(lane) }
      return false
    }
  }

  private func laneCounts(_ machine: PoolMachine) -> [Int] { machine.status.map(\.laneCount) }

  @Test("the places of lanes that move for balance go to those that wait for them")
  func freedByMoves() {
    var machine = PoolMachine(.connected(["w0", "w1"]))
    machine.handle(.start, now: 0)
    machine.handle(
      .welcomed(
        member(1), [PoolHarness.feature], WorkerTraits(labels: ["gpu"], lanesAtMost: 16)), now: 0)
    machine.handle(.tick, now: 2_000)
    for number in 1...16 {
      let chosen = place(UInt64(number), &machine)
      #expect(chosen == member(1))
    }
    let late = place(17, ["gpu"], &machine)
    #expect(late == nil)
    machine.handle(.welcomed(member(2), [PoolHarness.feature]), now: 2_000)
    for now in [2_500, 7_500] { machine.handle(.tick, now: now) }
    #expect(obey(&machine) == [])
    #expect(laneCounts(machine) == [8, 8])
    #expect(machine.isTickDue(7_500))
    #expect(machine.nextDeadline.map { $0 <= 7_500 } == true)
    machine.handle(.tick, now: 7_500)
    #expect(obey(&machine) == [.placed(lane(17), member(1))])
    #expect(!machine.isTickDue(7_500))
  }

  /// Two workers with four lanes that run effects: the first drains, and the other, which takes so many, has its places
  /// kept for some of them.
  private func draining(lanesAtMost: Int) -> PoolMachine {
    var machine = pool([.none, WorkerTraits(lanesAtMost: lanesAtMost)])
    machine.handle(.draining(member(2), withinMilliseconds: 1_000_000), now: 0)
    for number in 1...4 {
      let chosen = place(UInt64(number), &machine)
      #expect(chosen == member(1))
    }
    machine.handle(.undrained(member(2)), now: 0)
    machine.handle(.draining(member(1), withinMilliseconds: 1_000_000), now: 0)
    machine.handle(.tick, now: 0)
    return machine
  }

  @Test(
    "a place that was kept for a lane which ends goes to one that waits, and the next to one that is to leave"
  )
  func freedByDismissal() {
    var machine = draining(lanesAtMost: 2)
    let busy = Set((1...4).map { lane($0) })
    let late = place(5, &machine)
    #expect(late == nil)
    #expect(obey(&machine, busy: busy).allSatisfy { if case .note = $0 { true } else { false } })
    machine.handle(.ended(lane(1)), now: 100)
    #expect(machine.isTickDue(100))
    machine.handle(.tick, now: 100)
    #expect(obey(&machine, busy: busy) == [.placed(lane(5), member(2))])
    machine.handle(.ended(lane(2)), now: 200)
    machine.handle(.tick, now: 200)
    #expect(calls(&machine) == [.move(lane(3), interrupts: false)])
  }

  @Test(
    "places are kept for lanes that run effects no longer than a round, where the pool is even by then"
  )
  func keptForBalance() {
    var machine = pool([.none, WorkerTraits(lanesAtMost: 8)])
    machine.handle(.draining(member(2), withinMilliseconds: 1_000_000), now: 0)
    for number in 1...20 { _ = place(UInt64(number), &machine) }
    machine.handle(.undrained(member(2)), now: 0)
    let busy = Set((1...20).map { lane($0) })
    for now in [0, 5_000] {
      machine.handle(.tick, now: now)
      #expect(obey(&machine, busy: busy) == [])
    }
    // All places of the second are kept. The first drains, and so no pool is lopsided any more.
    machine.handle(.draining(member(1), withinMilliseconds: 1_000_000), now: 5_100)
    let late = place(21, &machine)
    #expect(late == nil)
    for now in [5_100, 9_900] {
      machine.handle(.tick, now: now)
      let made = obey(&machine, busy: busy)
      #expect(!made.contains { if case .placed = $0 { true } else { false } })
    }
    #expect(machine.nextDeadline == 10_000)
    machine.handle(.tick, now: 10_000)
    #expect(obey(&machine, busy: busy).contains(.placed(lane(21), member(2))))
  }

  private func build(_ name: String, share: Int? = nil) -> WorkerTraits {
    WorkerTraits(
      share: share.flatMap(PlacementShare.init(thousandths:)), build: BuildID(name))
  }

  @Test("a lane goes to a worker of the program's build, however loaded, and else to another")
  func builds() {
    var machine = pool(
      [build("old"), build("new"), build("old")], build: BuildPreference(id: BuildID("new")))
    for number in 1...5 {
      let chosen = place(UInt64(number), &machine)
      #expect(chosen == member(2))
    }
    machine.handle(.draining(member(2), withinMilliseconds: 1_000), now: 0)
    let other = place(6, &machine)
    #expect(other == member(1))
  }

  private func place(_ number: UInt64, _ machine: inout PoolMachine) -> MemberID? {
    place(number, [], &machine)
  }

  @Test("lanes that wait for workers to come leave those of another build to the others")
  func buildsToCome() {
    var machine = PoolMachine(
      .connected(["w0", "w1"]), build: BuildPreference(id: BuildID("new")))
    machine.handle(.start, now: 0)
    for number in 1...4 { _ = place(UInt64(number), &machine) }
    machine.handle(.welcomed(member(1), [PoolHarness.feature], build("old")), now: 0)
    #expect(calls(&machine) == [])
    machine.handle(.welcomed(member(2), [PoolHarness.feature], build("new")), now: 100)
    #expect(calls(&machine) == (1...4).map { .placed(lane($0), member(2)) })
    // Where none comes, they do.
    machine = PoolMachine(.connected(["w0", "w1"]), build: BuildPreference(id: BuildID("new")))
    machine.handle(.start, now: 0)
    for number in 1...4 { _ = place(UInt64(number), &machine) }
    machine.handle(.welcomed(member(1), [PoolHarness.feature], build("old")), now: 0)
    machine.handle(.tick, now: 10_000)
    #expect(calls(&machine) == (1...4).map { .placed(lane($0), member(1)) })
  }

  @Test("a lane that takes no other build waits, which is told once, and goes on when one comes")
  func sameBuild() {
    var machine = pool(
      [build("old"), build("older")],
      build: BuildPreference(id: BuildID("new"), isRequired: true))
    let chosen = [place(1, &machine), place(2, &machine)]
    #expect(chosen == [nil, nil])
    let told = calls(&machine)
    guard case .note(let text)? = told.first, told.count == 1 else {
      Issue.record("\(told)")
      return
    }
    #expect(text.contains("no worker of the build new hosts it"))
    #expect(text.contains("Theirs are: old, older"))
    machine.handle(.tick, now: 5_000)
    #expect(calls(&machine) == [])
    // One of them is replaced by a worker of the build.
    machine.handle(.linkEnded(member(1), .left, reason: "it was stopped"), now: 6_000)
    machine.handle(.tick, now: 10_000)
    machine.handle(.welcomed(member(3), [PoolHarness.feature], build("new")), now: 10_000)
    let made = calls(&machine)
    #expect(made.contains(.placed(lane(1), member(3))))
    #expect(made.contains(.placed(lane(2), member(3))))
    #expect(
      made.count { if case .note(let text) = $0 { text.contains("have one") } else { false } } == 1)
  }

  /// Returns the moves of a minute, each as it is told: one that is not made soon is taken back.
  private func moves(_ machine: inout PoolMachine) -> [PoolCall] {
    var moves: [PoolCall] = []
    for now in stride(from: 0, through: 60_000, by: 1_000) {
      machine.handle(.tick, now: now)
      moves += calls(&machine).filter { if case .move = $0 { true } else { false } }
    }
    return moves
  }

  @Test(
    "a worker with a share has that share of the lanes, and is no goal of those that move for balance"
  )
  func share() {
    var machine = pool([build("old"), build("new", share: 100)])
    var counts: [MemberID: Int] = [:]
    for number in 1...100 {
      if let member = place(UInt64(number), &machine) { counts[member, default: 0] += 1 }
    }
    #expect(counts[member(1), default: 0] + counts[member(2), default: 0] == 100)
    #expect((8...12).contains(counts[member(2), default: 0]))
    #expect(moves(&machine) == [])
  }

  @Test("no lane moves for balance from the build that it prefers to another")
  func balance() {
    var machine = pool(
      [build("new"), build("old")], build: BuildPreference(id: BuildID("new")))
    for number in 1...60 {
      let chosen = place(UInt64(number), &machine)
      #expect(chosen == member(1))
    }
    #expect(moves(&machine) == [])
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
