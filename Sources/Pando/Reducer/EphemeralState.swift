/// State that is over as soon as one of its actions was sent: an alert, a confirmation dialog.
///
/// `ifLet(_:action:)` sets it to nil after its parent has seen the action.
public protocol EphemeralState<Action>: SelfReducingState {
  /// The type of the actions that its buttons send.
  associatedtype Action

  /// A reducer that does nothing.
  associatedtype StateReducer = EmptyReducer<Self, Action>
}

extension EphemeralState where StateReducer == EmptyReducer<Self, Action> {
  /// Does nothing.
  public static var stateReducer: Reduce<Self, Action> { Reduce(EmptyReducer()) }
}

/// ``EphemeralState`` as the Composable Architecture spells it.
public typealias _EphemeralState = EphemeralState
