extension Store where State: ObservableState, Action: BindableAction, Action.State == State {
  /// A property of the state. Setting it sends a ``BindingAction``; what is set is there when that has
  /// committed.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: any WritableKeyPath<State, Value> & Sendable
  ) -> Value {
    get { read(keyPath) }
    set { set(keyPath, to: newValue, nil) }
  }

  /// A binding to a property of the state, which sets it by a ``BindingAction``.
  public func binding<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<State, Value> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> StoreBinding<Value> {
    binding(
      keyPath,
      at: OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  func binding<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<State, Value> & Sendable, at location: OperatorLocation?
  ) -> StoreBinding<Value> {
    StoreBinding(
      get: { self.read(keyPath) },
      set: { self.set(keyPath, to: $0, location) })
  }
}

extension Store where State: ObservableState {
  /// A binding to a property of the state, which sends a case of the action with the new value.
  public func binding<Value: Sendable>(
    _ keyPath: any KeyPath<State, Value> & Sendable, sending toAction: CaseKeyPath<Action, Value>
  ) -> StoreBinding<Value> {
    let path = AnyCasePath(toAction)
    return StoreBinding(
      get: { self.read(keyPath) },
      set: { self.send(path.embed($0)) })
  }
}
