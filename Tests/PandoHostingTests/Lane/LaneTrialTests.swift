import PandoHosting
import PandoWire
import Testing

@Suite("A lane whose workers end at one of its actions")
struct LaneTrialTests {
  private func action(_ byte: UInt8) -> HostedAction { HostedAction(bytes: [byte]) }
  private func sequence(_ number: UInt64) -> SequenceNumber { SequenceNumber(rawValue: number) }

  /// Answers what the last directives dispatched up to a sequence, and returns what that brought.
  private func answer(
    _ number: UInt64, _ machine: inout LaneMachine
  ) -> [LaneDirective] {
    var directives: [LaneDirective] = []
    machine.receive(HostedResult(), machine.epoch, sequence(number), &directives)
    return directives
  }

  private func handle(_ event: LaneEvent, _ machine: inout LaneMachine) -> [LaneDirective] {
    var directives: [LaneDirective] = []
    machine.handle(event, &directives)
    return directives
  }

  private func dispatched(_ directives: [LaneDirective]) -> [UInt64] {
    directives.compactMap {
      if case .reduce(_, let number, _) = $0 { number.rawValue } else { nil }
    }
  }

  /// A lane on trial for its second action, whose first is answered each time and never commits: what
  /// others sent before it is still to come.
  private func laneOnTrial(window: Int = 8) -> LaneMachine {
    var machine = LaneMachine(base: [0], window: window)
    _ = handle(.placed, &machine)
    for byte: UInt8 in 1...3 { _ = handle(.accept(action(byte), at: nil), &machine) }
    for _ in 0..<2 {
      _ = answer(1, &machine)
      _ = handle(.lost(.died), &machine)
      _ = handle(.placed, &machine)
    }
    return machine
  }

  @Test("comes to its suspect on trial past what is harmless and waits for its turn to commit")
  func comesToTheSuspect() {
    var machine = laneOnTrial()
    let isOnTrial = machine.isOnTrial
    #expect(isOnTrial)
    #expect(dispatched(answer(1, &machine)) == [2])
    let directives = answer(2, &machine)
    #expect(directives.contains(.leave))
    #expect(directives.last == .place(.shared))
  }

  @Test("condemns a suspect that its trial does not survive, and nothing before it")
  func condemnsTheSuspect() {
    var machine = laneOnTrial()
    _ = answer(1, &machine)
    #expect(handle(.lost(.died), &machine) == [.place(.shared)])
    #expect(dispatched(handle(.placed, &machine)) == [1])
    let isFirstCondemned = machine.isHeadCondemned
    #expect(!isFirstCondemned)
    #expect(dispatched(answer(1, &machine)).isEmpty)
    let isReady = machine.isHeadReady
    #expect(isReady)
    var directives: [LaneDirective] = []
    machine.commitHead(&directives)
    let isCondemned = machine.isHeadCondemned
    #expect(isCondemned)
  }

  @Test("does not condemn a suspect for one worker that others used too, but for the second")
  func unfairTrials() {
    var machine = laneOnTrial()
    _ = answer(1, &machine)
    #expect(handle(.lostAmongOthers(.died), &machine) == [.place(.quarantine)])
    #expect(dispatched(handle(.placed, &machine)) == [1])
    #expect(dispatched(answer(1, &machine)) == [2])
    #expect(handle(.lostAmongOthers(.died), &machine) == [.place(.shared)])
  }

  @Test("what a dying worker names is tried at once; what else it had is dispatched as before")
  func names() {
    var machine = LaneMachine(base: [0], window: 8)
    _ = handle(.placed, &machine)
    for byte: UInt8 in 1...3 { _ = handle(.accept(action(byte), at: nil), &machine) }
    #expect(handle(.crashed(machine.epoch, sequence(2)), &machine) == [.place(.quarantine)])
    // What lies before it is reduced first, and what lies behind it is not.
    #expect(dispatched(handle(.placed, &machine)) == [1, 2])
    #expect(answer(1, &machine).isEmpty)
    #expect(handle(.crashed(machine.epoch, sequence(2)), &machine) == [.place(.shared)])
    let deaths = machine.headRecord.deathsInAll
    #expect(deaths == 0)
    #expect(dispatched(handle(.placed, &machine)) == [1])
    _ = answer(1, &machine)
    var directives: [LaneDirective] = []
    machine.commitHead(&directives)
    let isCondemned = machine.isHeadCondemned
    #expect(isCondemned)
  }

  @Test(
    "a name that fits nothing leaves the first unanswered action a suspect, as silence does",
    arguments: [(1, 7), (2, 1), (1, 0)] as [(UInt64, UInt64)])
  func namesNothing(epoch: UInt64, number: UInt64) {
    var machine = LaneMachine(base: [0], window: 8)
    _ = handle(.placed, &machine)
    for byte: UInt8 in 1...2 { _ = handle(.accept(action(byte), at: nil), &machine) }
    let event = LaneEvent.crashed(Epoch(rawValue: epoch), sequence(number))
    #expect(handle(event, &machine) == [.place(.shared)])
    let (deaths, selfDispatches) = (machine.headRecord.deathsInAll, machine.selfDispatches)
    #expect(deaths == 1)
    #expect(!selfDispatches)
    #expect(dispatched(handle(.placed, &machine)) == [1])
  }

  @Test("kills from outside make no action careful, and no worker distrusted")
  func kills() {
    var machine = LaneMachine(base: [0], window: 8)
    _ = handle(.placed, &machine)
    for byte: UInt8 in 1...3 { _ = handle(.accept(action(byte), at: nil), &machine) }
    #expect(handle(.lost(.killed), &machine) == [.place(.shared)])
    #expect(dispatched(handle(.placed, &machine)) == [1, 2, 3])
    let selfDispatches = machine.selfDispatches
    #expect(selfDispatches)
  }

  @Test("an action that has survived its trial is forgiven as many kills as any other")
  func killsForgotten() {
    var machine = LaneMachine(base: [0], window: 8)
    _ = handle(.placed, &machine)
    _ = handle(.accept(action(1), at: nil), &machine)
    for _ in 0..<6 {
      #expect(handle(.lost(.killed), &machine) == [.place(.shared)])
      _ = handle(.placed, &machine)
    }
    #expect(handle(.lost(.killed), &machine) == [.place(.quarantine)])
    _ = handle(.placed, &machine)
    #expect(answer(1, &machine).last == .place(.shared))
    for _ in 0..<5 {
      _ = handle(.placed, &machine)
      #expect(handle(.lost(.killed), &machine) == [.place(.shared)])
    }
    let deaths = machine.headRecord.deathsInAll
    #expect(deaths == 2)
  }

  @Test("forgives an action the first worker that said too much, and goes on one action at a time")
  func overruns() {
    var machine = LaneMachine(base: [0], window: 8)
    _ = handle(.placed, &machine)
    for byte: UInt8 in 1...3 { _ = handle(.accept(action(byte), at: nil), &machine) }
    #expect(handle(.lost(.overran), &machine) == [.place(.shared)])
    #expect(dispatched(handle(.placed, &machine)) == [1])
    let forgiven = machine.headRecord.deathsInAll
    #expect(forgiven == 0)
    // From here on it is as of any death.
    #expect(handle(.lost(.overran), &machine) == [.place(.shared)])
    _ = handle(.placed, &machine)
    #expect(handle(.lost(.overran), &machine) == [.place(.quarantine)])
    _ = handle(.placed, &machine)
    #expect(handle(.lost(.overran), &machine) == [.place(.shared)])
    _ = handle(.placed, &machine)
    let isCondemned = machine.isHeadCondemned
    #expect(isCondemned)
  }
}
