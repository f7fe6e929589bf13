import PandoHosting
import PandoWire
import Testing

@Suite("The worker side of a hosted child")
struct HostMachineTests {
  private func sequence(_ number: UInt64) -> SequenceNumber { SequenceNumber(rawValue: number) }

  /// A host that has reduced so many actions, each to a state of its own number.
  private func host(after count: UInt64) -> HostMachine {
    var machine = HostMachine(epoch: .first, next: .first, snapshot: [0])
    for number in 1...count {
      #expect(refusal(of: machine, .first, number) == nil)
      _ = reduce(to: UInt8(number), &machine)
    }
    return machine
  }

  private func reduce(to state: UInt8, _ machine: inout HostMachine) -> (SequenceNumber, Patch) {
    [state].withUnsafeBytes { machine.reduced($0) }
  }

  private func refusal(
    of machine: borrowing HostMachine, _ epoch: Epoch, _ number: UInt64
  ) -> String? {
    machine.refusal(epoch, sequence(number))
  }

  @Test("it answers with what the action changed")
  func answers() {
    var machine = HostMachine(epoch: .first, next: .first, snapshot: [0])
    let first = reduce(to: 1, &machine)
    #expect(first == (sequence(1), Patch(from: [0], to: [1])))
    let dropped = machine.dropped()
    #expect(dropped == sequence(2))
    let third = reduce(to: 1, &machine)
    #expect(third == (sequence(3), .unchanged))
  }

  @Test(
    "going back restores the state before the squashed action",
    arguments: 1...4 as ClosedRange<UInt64>)
  func squash(from number: UInt64) {
    var directives: [HostDirective] = []
    var machine = host(after: 4)
    machine.handle(.commit(through: sequence(1)), &directives)
    directives = []
    machine.handle(.rebase(Epoch.first.next, from: sequence(number), .unchanged), &directives)
    if number == 1 {
      // It has committed.
      guard case .refuse? = directives.first else {
        Issue.record("a committed action was squashed: \(directives)")
        return
      }
    } else {
      #expect(
        directives == [.squash(from: sequence(number)), .restore([UInt8(number - 1)])])
      let (next, heldCount) = (machine.next, machine.heldCount)
      #expect(next == sequence(number))
      #expect(heldCount == Int(number) - 2)
    }
  }

  @Test("a rewrite commits everything before it, after its state is in place")
  func rewriteCommits() {
    var directives: [HostDirective] = []
    var machine = host(after: 3)
    machine.handle(
      .rebase(Epoch.first.next, from: sequence(3), Patch(from: [2], to: [9])), &directives)
    #expect(
      directives == [
        .squash(from: sequence(3)), .restore([9]), .start(through: sequence(2)),
      ])
    let heldCount = machine.heldCount
    #expect(heldCount == 0)
  }

  @Test("an action out of turn, an old epoch and a commit of nothing are refused")
  func refuses() {
    let machine = host(after: 2)
    #expect(refusal(of: machine, .first, 5) != nil)
    #expect(refusal(of: machine, Epoch(rawValue: 9), 3) != nil)
    let events: [HostEvent] = [
      .commit(through: sequence(3)),
      .rebase(.first, from: sequence(2), .unchanged),
      .rebase(Epoch.first.next, from: sequence(3), .splices([])),
    ]
    for event in events.dropLast() {
      var directives: [HostDirective] = []
      var machine = host(after: 2)
      machine.handle(event, &directives)
      guard case .refuse? = directives.first, directives.count == 1 else {
        Issue.record("\(event) brought \(directives)")
        continue
      }
    }
  }
}
