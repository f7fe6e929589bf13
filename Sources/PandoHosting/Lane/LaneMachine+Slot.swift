import PandoWire

extension LaneMachine {
  /// One uncommitted action.
  struct Slot {
    var action: HostedAction
    /// The epoch it was dispatched in; nil when it still waits or was squashed.
    var dispatched: Epoch?
    /// The answer; that for the oldest action is in `headResult`.
    var result: HostedResult?
    var record = TrialRecord()

    /// Returns whether an answer given in an epoch is for what was dispatched; nil when nothing was.
    func isAnswer(_ answered: Epoch) -> Bool? {
      guard let dispatched else { return nil }
      return dispatched == answered
    }

    mutating func takeResult() -> HostedResult? { result.take() }
  }
}
