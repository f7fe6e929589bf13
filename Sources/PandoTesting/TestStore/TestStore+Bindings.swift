public import Pando

extension TestStore where State: ObservableState, Action: BindableAction, Action.State == State {
  /// Bindings to the state as the test has asserted it, for content that is made of them:
  ///
  /// ```swift
  /// await store.send(.binding(.set(\.email, "blob@pando.dev"))) { $0.email = "blob@pando.dev" }
  /// #expect(LoginForm(email: store.bindings.email).isButtonEnabled)
  /// ```
  ///
  /// They belong to a copy of the state. What is set through one is seen through the others, and not by
  /// the store: send it a binding action for that.
  public var bindings: BindableStore<State, Action> {
    BindableStore(Store(initialState: state) { BindingReducer() })
  }
}

extension TestStore where State: ObservableState {
  /// Bindings to the state as the test has asserted it, of a feature whose binding actions are in a case
  /// of its action.
  ///
  /// They belong to a copy of the state, as ``bindings`` do.
  public func bindings<ViewAction: BindableAction & Sendable>(
    action toViewAction: CaseKeyPath<Action, ViewAction>
  ) -> BindableStore<State, ViewAction> where ViewAction.State == State {
    BindableStore(Store(initialState: state) { BindingReducer<State, ViewAction, ViewAction>() })
  }
}
