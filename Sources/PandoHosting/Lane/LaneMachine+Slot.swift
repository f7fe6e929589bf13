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
    func isAnswer(_ answered: Epoch) -> Bool? { dispatched.map { $0 == answered } }

    mutating func takeResult() -> HostedResult? {
      var taken: HostedResult?
      swap(&taken, &result)
      return taken
    }

    /// Takes an answer; returns false when there was one.
    mutating func take(_ result: HostedResult) -> Bool {
      if self.result != nil { return false }
      self.result = result
      return true
    }
  }
}
