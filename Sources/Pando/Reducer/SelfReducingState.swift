/// State that knows its reducer, so that `ifLet(_:action:)` takes none: an alert's, or that of an enum
/// of features.
public protocol SelfReducingState {
  /// The reducer of the state.
  associatedtype StateReducer: Reducer where StateReducer.State == Self

  /// The reducer that runs on the state.
  static var stateReducer: Reduce<Self, StateReducer.Action> { get }
}
