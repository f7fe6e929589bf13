public import Pando

extension Reducer {
  /// Makes a reducer of the protocol one of this style; it takes nothing from the environment.
  ///
  /// Its body is evaluated for every action. Children that it presents are none to the store: their
  /// effects go on when they have gone, and `hosted()` in it makes no difference.
  public init<R: Pando.Reducer<State, Action> & Sendable>(_ reducer: R) {
    self.init { state, action, _ in reducer.reduce(into: &state, action: action) }
  }

  /// Makes reducers of the protocol, one for every action, from the environment.
  ///
  /// The same limits apply as to a reducer that is given as it is.
  ///
  /// - Parameters:
  ///   - reducer: The reducer for an environment.
  public init<R: Pando.Reducer<State, Action> & SendableMetatype>(
    @ReducerBuilder<State, Action> protocol reducer: @escaping @Sendable (Environment) -> R
  ) {
    self.init { state, action, environment in
      reducer(environment).reduce(into: &state, action: action)
    }
  }
}
