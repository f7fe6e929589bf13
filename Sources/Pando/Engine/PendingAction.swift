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
