import PandoHosting

/// The effects and reports of an action that a host has reduced and that has not committed.
final class UncommittedEffects<Action: Sendable> {
  let sequence: SequenceNumber
  let plan: Plan<Action>
  let printouts: [() -> Void]
  /// The epoch that the client began with the change that is to end what `plan` ends; nil where the action itself does.
  let epoch: Epoch?

  /// True if its effects do not start.
  @exclusivity(unchecked)
  var isCancelled = false

  init(sequence: SequenceNumber, plan: Plan<Action>, printouts: [() -> Void]) {
    self.sequence = sequence
    self.plan = plan
    self.printouts = printouts
    epoch = nil
  }

  /// The end of children that a change by the client has taken away: it has committed, and they end when the client says so.
  init(_ ended: [Incarnation], sequence: SequenceNumber, epoch: Epoch) {
    var plan = Plan<Action>()
    plan.ended = ended
    self.sequence = sequence
    self.plan = plan
    self.epoch = epoch
    printouts = []
  }
}
