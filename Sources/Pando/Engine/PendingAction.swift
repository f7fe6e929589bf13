/// An action between acceptance and commit.
final class PendingAction<Action>: AnyPendingAction {
  let action: Action

  required init(
    action: Action, origin: Incarnation? = nil, hostOrigin: HostOrigin? = nil,
    tracker: ActionTracker? = nil, sender: UnsafeContinuation<Void, Never>? = nil,
    emit: EmitTicket? = nil
  ) {
    self.action = action
    super.init(
      origin: origin, hostOrigin: hostOrigin, tracker: tracker, sender: sender, emit: emit)
  }
}

/// An action that waits for room.
struct WaitingSend {
  let pending: AnyPendingAction
  /// Resumed when the action is accepted; nil for an effect, which waits for the commit.
  let admitted: UnsafeContinuation<Void, Never>?
}
