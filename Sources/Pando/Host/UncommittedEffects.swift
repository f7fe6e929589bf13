import PandoHosting

/// The effects and reports of an action that a host has reduced and that has not committed.
final class UncommittedEffects<Action: Sendable> {
  let sequence: SequenceNumber
  let plan: Plan<Action>
  let printouts: [() -> Void]

  /// True if its effects do not start.
  @exclusivity(unchecked)
  var isCancelled = false

  init(sequence: SequenceNumber, plan: Plan<Action>, printouts: [() -> Void]) {
    self.sequence = sequence
    self.plan = plan
    self.printouts = printouts
  }
}
