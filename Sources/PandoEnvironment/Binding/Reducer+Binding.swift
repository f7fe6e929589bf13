public import Pando

extension Reducer where Action: BindableAction, Action.State == State {
  /// Sets what binding actions say, before this reducer runs, which sees the new value.
  public func binding() -> Reducer {
    Reducer(logic: { state, action, environment, pass in
      action.binding?.set(&state)
      return logic(&state, action, environment, pass)
    })
  }
}

extension Reducer {
  /// Sets what binding actions say, before this reducer runs.
  @available(
    *, deprecated,
    message:
      "'Reducer.binding()' no longer takes an explicit extract function and instead the reducer's 'Action' type must conform to 'BindableAction'"
  )
  public func binding(
    action toBindingAction: @escaping @Sendable (Action) -> BindingAction<State>?
  ) -> Reducer {
    Reducer(logic: { state, action, environment, pass in
      toBindingAction(action)?.set(&state)
      return logic(&state, action, environment, pass)
    })
  }
}
