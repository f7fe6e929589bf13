extension Reducer {
  /// Runs a closure when a commit changes a value of the state.
  ///
  /// This reducer runs first. When `toValue` then gives another value than before the action, the closure
  /// may change the state further, and the effect that it returns runs beside this reducer's.
  ///
  /// - Parameters:
  ///   - toValue: The value to watch.
  ///   - reduce: Called with the value before and the state after.
  @_disfavoredOverload
  public func onChange<Value: Equatable>(
    of toValue: @escaping (State) -> Value,
    _ reduce: @escaping (_ oldValue: Value, _ state: inout State) -> Effect<Action>
  ) -> some Reducer<State, Action> {
    OnChange(base: self, toValue: toValue, isDuplicate: ==) { oldValue, _ in
      Reduce<State, Action> { state, _ in reduce(oldValue, &state) }
    }
  }
}
