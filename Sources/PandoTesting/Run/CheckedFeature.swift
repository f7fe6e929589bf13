import Pando

/// A feature as a check runs it again and again.
struct CheckedFeature<State: Equatable & Sendable, Action: Sendable> {
  let name: String
  let initialState: () -> State
  /// Called with the dependencies of a run; the result hosts something where it can.
  let makeReducer: () -> Reduce<State, Action>
  let timeStep: Duration
  let prepareDependencies: (inout DependencyValues) -> Void
  /// Returns a copy with storage of its own; nil where the state cannot be copied so.
  var copyState: ((State) -> State?)?
  /// The same for an action.
  var copyAction: ((Action) -> Action?)?
  /// Has a store go on where another has ended, which owed the actions; nil where the actions cannot be encoded.
  var restart: ((StoreEngine<State, Action>, _ owing: [Action]) -> Void)?
}
