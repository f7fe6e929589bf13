extension Reducer {
  /// Runs another reducer when a commit changes a value of the state.
  ///
  /// This reducer runs first. When `toValue` then gives another value than before the action, the
  /// reducer that `reducer` makes of both runs on the same action.
  ///
  /// - Parameters:
  ///   - toValue: The value to watch.
  ///   - reducer: Makes a reducer of the old and the new value.
  public func onChange<Value: Equatable, Change: Reducer<State, Action>>(
    of toValue: @escaping (State) -> Value,
    @ReducerBuilder<State, Action> _ reducer:
      @escaping (_ oldValue: Value, _ newValue: Value) -> Change
  ) -> some Reducer<State, Action> {
    OnChange(base: self, toValue: toValue, isDuplicate: ==, reducer: reducer)
  }

  /// Runs another reducer when a commit changes a value of the state, as a function tells.
  ///
  /// - Parameters:
  ///   - toValue: The value to watch.
  ///   - isDuplicate: Whether two values count as the same.
  ///   - reducer: Makes a reducer of the old and the new value.
  public func onChange<Value, Change: Reducer<State, Action>>(
    of toValue: @escaping (State) -> Value,
    removeDuplicates isDuplicate: @escaping (Value, Value) -> Bool,
    @ReducerBuilder<State, Action> _ reducer:
      @escaping (_ oldValue: Value, _ newValue: Value) -> Change
  ) -> some Reducer<State, Action> {
    OnChange(base: self, toValue: toValue, isDuplicate: isDuplicate, reducer: reducer)
  }
}

struct OnChange<Base: Reducer, Value, Change: Reducer>: Reducer
where Change.State == Base.State, Change.Action == Base.Action {
  let base: Base
  let toValue: (Base.State) -> Value
  let isDuplicate: (Value, Value) -> Bool
  let reducer: (Value, Value) -> Change

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    TreeBuilder.reduce(self, into: &state, action: action)
  }
}

extension OnChange: NodeProvider {
  func makeNode(_ tree: inout TreeBuilder) -> Node<Base.State, Base.Action> {
    AroundNode(tree.node(for: base)) { [toValue, isDuplicate, reducer] state, action, _, base in
      let oldValue = toValue(state.pointee)
      let effect = base()
      let newValue = toValue(state.pointee)
      if isDuplicate(oldValue, newValue) { return effect }
      return effect.merge(
        with: reducer(oldValue, newValue).reduce(into: &state.pointee, action: action))
    }
  }
}
