public import Observation

extension Store: Observable {}

extension Store where State: ObservableState {
  /// A property of the state. Inside `withObservationTracking` and `Observations` it is observed alone.
  ///
  /// Of a child, `store.search?.query`, the child's field is observed, and that the child comes, goes or
  /// is replaced.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    read(keyPath)
  }

  func read<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    guard let value = core.withState(.identity, { $0[keyPath: keyPath] }) else {
      preconditionFailure("a store has state for as long as it lives")
    }
    return value
  }
}
