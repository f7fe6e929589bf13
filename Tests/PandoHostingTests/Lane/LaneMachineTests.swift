import PandoHosting
import PandoWire
import Testing

@Suite("The client side of a hosted child")
struct LaneMachineTests {
  /// Feeds events to a new lane and returns what each brought.
  private func run(window: Int = 8, _ steps: [LaneStep]) -> [[LaneDirective]] {
    var machine = LaneMachine(base: [0], window: window)
    return steps.map { step in
      var directives: [LaneDirective] = []
      machine.take(step, &directives)
      return directives
    }
  }

  private func action(_ byte: UInt8) -> HostedAction { HostedAction(bytes: [byte]) }
  private func sequence(_ number: UInt64) -> SequenceNumber { SequenceNumber(rawValue: number) }
  private func epoch(_ number: UInt64) -> Epoch { Epoch(rawValue: number) }
  private func set(_ byte: UInt8) -> HostedResult { HostedResult(patch: .snapshot([byte])) }

  @Test("what is accepted before there is a worker waits, and goes out when there is one")
  func waitsForWorker() {
    let directives = run([.accept(action(1), at: nil), .accept(action(2), at: nil), .placed])
    #expect(directives[0].isEmpty)
    #expect(directives[1].isEmpty)
    #expect(
      directives[2] == [
        .open(epoch(1), sequence(1), snapshot: [0]),
        .reduce(epoch(1), sequence(1), action(1)),
        .reduce(epoch(1), sequence(2), action(2)),
      ])
  }

  @Test(
    "a lane that moves opens at the other worker with what has committed, and dispatches the rest once more"
  )
  func moves() {
    let directives = run([
      .placed, .accept(action(1), at: nil), .accept(action(2), at: nil),
      .result(epoch(1), sequence(1), set(5)), .move, .placed,
      // An answer of the worker before is of an epoch that is over.
      .result(epoch(1), sequence(2), set(6)), .result(epoch(2), sequence(1), set(5)),
    ])
    #expect(directives[4] == [.move])
    #expect(
      directives[5] == [
        .open(epoch(2), sequence(1), snapshot: [0]),
        .reduce(epoch(2), sequence(1), action(1)), .reduce(epoch(2), sequence(2), action(2)),
      ])
    #expect(directives[6].isEmpty)
    #expect(directives[7].isEmpty)
  }

  @Test("a lane on trial, one that waits and one that closes do not move")
  func staysPut() {
    let trial: [LaneStep] = [
      .accept(action(1), at: nil), .placed, .lost(.died), .placed, .lost(.died), .placed, .move,
    ]
    #expect(run(trial).last == [])
    #expect(run([.accept(action(1), at: nil), .move]).last == [])
    #expect(run([.placed, .event(.close(withLastCommit: false)), .move]).last == [])
  }

  @Test(
    "the next worker may dispatch by itself, unless the one before may have died of that",
    arguments: [
      (LinkEnd.died, false), (.hung, false), (.refused, false), (.overran, false), (.left, true),
    ])
  func selfDispatches(end: LinkEnd, isAllowed: Bool) {
    var machine = LaneMachine(base: [0], window: 8)
    var directives: [LaneDirective] = []
    let before = machine.selfDispatches
    #expect(before)
    for event in [.placed, .lost(end), .woken, .placed] as [LaneEvent] {
      machine.handle(event, &directives)
    }
    let after = machine.selfDispatches
    #expect(after == isAllowed)
    // Not for good.
    for event in [.move, .placed] as [LaneEvent] { machine.handle(event, &directives) }
    let moved = machine.selfDispatches
    #expect(moved)
  }

  @Test("no more than the window is in flight")
  func windowBounds() {
    let directives = run(
      window: 2, [.placed] + (1...4).map { .accept(action($0), at: nil) })
    #expect(directives.flatMap { $0 }.count { if case .reduce = $0 { true } else { false } } == 2)
  }

  @Test("a rewrite by the parent squashes what is in flight and falls to one in flight")
  func rewriteSquashes() {
    var machine = LaneMachine(base: [0], window: 8)
    var directives: [LaneDirective] = []
    let steps: [LaneStep] = [
      .placed, .accept(action(1), at: nil), .accept(action(2), at: nil),
      .accept(action(3), at: nil), .result(epoch(1), sequence(1), set(5)),
    ]
    for step in steps { machine.take(step, &directives) }
    _ = try? machine.patchBase()
    machine.commitHead(&directives)
    directives = []
    machine.handle(.rewritten([9], withLastCommit: true), &directives)
    #expect(
      directives == [
        .rebase(epoch(2), from: sequence(2), Patch(from: [5], to: [9])),
        .reduce(epoch(2), sequence(2), action(2)),
      ])
    let (base, isCautious) = (machine.base, machine.isCautious)
    #expect(base == [9])
    #expect(isCautious)
    // The answer to the squashed dispatch is nobody's.
    directives = []
    machine.receive(set(6), epoch(1), sequence(2), &directives)
    #expect(directives.isEmpty)
    let answer = machine.headResult
    #expect(answer == nil)
  }

  @Test("speculation grows again, doubling, when the parent stops rewriting")
  func growsAgain() {
    var limit = SpeculationLimit(window: 8)
    limit.fall()
    var values = [limit.value]
    for _ in 0..<4 {
      limit.grow()
      values.append(limit.value)
    }
    #expect(values == [1, 2, 4, 8, 8])
  }

  @Test("an action that goes ahead of what is in flight squashes that, and not what is before it")
  func insertionSquashes() {
    let directives = run([
      .placed, .accept(action(1), at: nil), .accept(action(2), at: nil),
      .accept(action(3), at: 1),
    ])
    #expect(
      directives[3] == [
        .rebase(epoch(2), from: sequence(2), .unchanged)
      ])
  }

  @Test(
    "a lost worker squashes everything; another gets the committed state and what was in flight")
  func lossRedispatches() {
    let directives = run([
      .placed, .accept(action(1), at: nil), .result(epoch(1), sequence(1), set(5)), .lost(.left),
      .placed,
    ])
    #expect(directives[3] == [.place(.shared)])
    #expect(
      directives[4] == [
        .open(epoch(2), sequence(1), snapshot: [0]),
        .reduce(epoch(2), sequence(1), action(1)),
      ])
  }

  @Test("a child that went with the last commit never hears of that commit")
  func closeHoldsLast() {
    var machine = LaneMachine(base: [0], window: 8)
    var directives: [LaneDirective] = []
    for number in 1...2 as ClosedRange<UInt64> {
      if number == 1 { machine.handle(.placed, &directives) }
      machine.handle(.accept(action(UInt8(number)), at: nil), &directives)
      machine.receive(
        HostedResult(effectCount: 1, awaitsCommit: true), epoch(1), sequence(number), &directives)
      machine.commitHead(&directives)
    }
    directives = []
    machine.handle(.close(withLastCommit: true), &directives)
    #expect(directives == [.commit(through: sequence(1)), .close])
    directives = []
    machine.handle(.closed, &directives)
    #expect(directives == [.ended])
  }

  @Test(
    "a worker that breaks the protocol is refused",
    arguments: [
      LaneStep.result(Epoch(rawValue: 1), SequenceNumber(rawValue: 7), HostedResult()),
      LaneStep.closed,
    ])
  func refusesBadPeers(_ step: LaneStep) {
    let directives = run([.placed, .accept(action(1), at: nil), step])
    guard case .refuse? = directives[2].first else {
      Issue.record("\(step) was taken: \(directives[2])")
      return
    }
  }

  @Test("a result comes once")
  func refusesTwice() {
    let result = LaneStep.result(epoch(1), sequence(1), set(1))
    let directives = run([.placed, .accept(action(1), at: nil), result, result])
    guard case .refuse? = directives[3].first else {
      Issue.record("the second was taken: \(directives[3])")
      return
    }
  }

  private func committedByClient(isCancelled: Bool) -> LaneEvent {
    .committedByClient(
      action(1), base: [1], outcome: [2], hadSlot: false, isCancelled: isCancelled)
  }

  @Test(
    "a worker starts no effects of what the client reduced and somebody had cancelled",
    arguments: [true, false])
  func cancelledCommit(isPlaced: Bool) {
    let commit = LaneStep.event(committedByClient(isCancelled: true))
    let directives = run(isPlaced ? [.placed, commit] : [commit, .placed])[1]
    let reduce = directives.firstIndex {
      if case .reduce = $0 { true } else { false }
    }
    let cancel = directives.firstIndex(of: .cancel(sequence(1)))
    let told = directives.firstIndex(of: .commit(through: sequence(1)))
    guard let reduce, let cancel, let told else {
      Issue.record("not all was said: \(directives)")
      return
    }
    #expect(reduce < cancel && cancel < told)
  }

  @Test("what the client reduced without a worker is reduced by the next one too, for its effects")
  func untoldCommits() {
    let directives = run([
      .event(committedByClient(isCancelled: false)), .accept(action(2), at: nil), .placed,
    ])
    #expect(directives[0].isEmpty)
    #expect(directives[1].isEmpty)
    #expect(
      directives[2] == [
        .open(epoch(3), sequence(1), snapshot: [1]),
        .reduce(epoch(3), sequence(1), action(1)),
        .commit(through: sequence(1)),
        .rebase(epoch(4), from: sequence(2), .snapshot([2])),
        .reduce(epoch(4), sequence(2), action(2)),
      ])
  }
}
