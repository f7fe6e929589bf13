public import Observation

extension Store: Observable {}

extension Store where State: ObservableState {
  /// A property of the state. Inside `withObservationTracking` and `Observations` it is observed alone.
  ///
  /// Of a child, `store.search?.query`, the child's field is observed, and that the child comes, goes or
  /// is replaced.
  ///
  /// Each read is of the last commit, so two may be of two commits where another thread sends or reduces.
  /// ``withState(_:)`` reads several properties of one.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    read(keyPath)
  }

  /// Not there: a store's state changes by actions.
  @available(
    *, unavailable,
    message: """
      send an action that the reducer answers by changing the state: 'store.send(.countChanged(3))'; or \
      bind to it: '@Bindable var store', '$store.count'
      """
  )
  @_disfavoredOverload
  public subscript<Value>(dynamicMember keyPath: WritableKeyPath<State, Value>) -> Value {
    get { fatalError("unavailable") }
    set { fatalError("unavailable") }
  }
}

extension Store {
  /// Not there: only observable state lends its properties to a store.
  @available(
    *, unavailable,
    message: """
      write '@ObservableState' at the state, so that its properties are the store's; or read it as \
      'store.withState { $0.count }'
      """
  )
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    fatalError("unavailable")
  }
}

extension Store {
  /// Reads a part of the state. An observer is told of changes of the observable fields that lead to it, and
  /// where there are none, that the state is another.
  func read<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    guard let value = core.withState(.identity, { $0[keyPath: keyPath] }) else {
      preconditionFailure("a store has state for as long as it lives")
    }
    return value
  }
}
