/// A store whose properties can be bound: with `@Bindable var store`, `$store.name` is a
/// ``StoreBinding``, and `$store.scope(state:action:)` one to the store of a child that is presented.
@propertyWrapper
public struct Bindable<State: Sendable, Action: Sendable>: Sendable {
  /// The store.
  public var wrappedValue: Store<State, Action>

  /// Wraps a store.
  public init(wrappedValue: Store<State, Action>) {
    self.wrappedValue = wrappedValue
  }

  /// The store as `$store` shows it: a source of bindings.
  public var projectedValue: BindableStore<State, Action> { BindableStore(wrappedValue) }
}

/// The projection `$store`: its members are bindings to the store's properties.
@dynamicMemberLookup
public struct BindableStore<State: Sendable, Action: Sendable>: Sendable {
  let store: Store<State, Action>

  init(_ store: Store<State, Action>) {
    self.store = store
  }

  /// A binding to a property of the state.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: any WritableKeyPath<State, Value> & Sendable
  ) -> StoreBinding<Value>
  where State: ObservableState, Action: BindableAction, Action.State == State {
    store.binding(keyPath)
  }
}
