/// State that is over as soon as one of its actions was sent: an alert, a confirmation dialog.
///
/// `ifLet(_:action:)` sets it to nil after its parent has seen the action.
public protocol EphemeralState<Action> {
  /// What its buttons send.
  associatedtype Action
}

/// ``EphemeralState`` as the Composable Architecture spells it.
public typealias _EphemeralState = EphemeralState
