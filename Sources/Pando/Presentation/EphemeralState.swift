/// State that is over as soon as one of its actions was sent: an alert, a confirmation dialog.
///
/// `ifLet(_:action:)` sets it to nil after its parent has seen the action.
public protocol EphemeralState: Sendable {
  /// What its buttons send.
  associatedtype Action
}
