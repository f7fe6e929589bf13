/// Sends actions from inside an effect back to the feature that returned it.
public struct Send<Action>: Sendable {
  private let send: @Sendable (Action) async -> Void

  /// Makes one that hands its actions to `send`; for calling an effect's work in a test.
  public init(send: @escaping @Sendable (Action) async -> Void) {
    self.send = send
  }

  /// Sends an action and returns when it has committed.
  ///
  /// Does nothing when the effect has been cancelled. Waits for room when the store's window is
  /// full.
  public func callAsFunction(_ action: Action) async {
    guard !Task.isCancelled || EffectContext.current?.sendsDue == true else { return }
    await send(action)
  }
}
