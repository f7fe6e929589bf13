/// A store whose properties can be bound: with `@Bindable var store`, `$store.name` is a
/// ``StoreBinding``, and `$store.scope(state:action:)` one to the store of a child that is presented.
@propertyWrapper
public struct Bindable<State: Sendable, Action: Sendable>: Sendable {
  /// The store.
  public var wrappedValue: Store<State, Action>

  private let location: OperatorLocation

  /// Wraps a store. A setting that no reducer carries out is reported at the place of this.
  public init(
    wrappedValue: Store<State, Action>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.wrappedValue = wrappedValue
    location = OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The store as `$store` shows it: a source of bindings.
  public var projectedValue: BindableStore<State, Action> {
    BindableStore(wrappedValue, location)
  }
}

/// The projection `$store`: its members are bindings to the store's properties.
@dynamicMemberLookup
public struct BindableStore<State: Sendable, Action: Sendable>: Sendable {
  let store: Store<State, Action>
  private let location: OperatorLocation?

  package init(_ store: Store<State, Action>, _ location: OperatorLocation? = nil) {
    self.store = store
    self.location = location
  }

  /// A binding to a property of the state.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: any WritableKeyPath<State, Value> & Sendable
  ) -> StoreBinding<Value>
  where State: ObservableState, Action: BindableAction, Action.State == State {
    store.binding(keyPath, at: location)
  }

  /// Not there: a binding reads observable state, and sends an action that sets it.
  @available(
    *, unavailable,
    message: """
      a binding needs '@ObservableState' at the state, and an action that sets it: \
      'enum Action: BindableAction', with a 'case binding(BindingAction<State>)'
      """
  )
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> StoreBinding<Value> {
    fatalError("unavailable")
  }
}
