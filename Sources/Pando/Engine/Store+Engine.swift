extension Store {
  /// Makes a store, and starts the workers that its hosted features need.
  ///
  /// - Parameters:
  ///   - initialState: The state to begin with.
  ///   - reducer: The root feature. Its body is evaluated once, here.
  ///   - prepareDependencies: Overrides dependencies for the feature and everything that it presents;
  ///     `hosting` says where hosted features run.
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> R.State,
    @ReducerBuilder<R.State, R.Action> reducer: () -> R,
    withDependencies prepareDependencies: ((inout DependencyValues) -> Void)? = nil
  ) {
    let dependencies = DependencyValues.current.updated { prepareDependencies?(&$0) }
    self.init(
      engine: StoreEngine(
        initialState: initialState, reducer: reducer, dependencies: dependencies))
  }

  package convenience init(engine: StoreEngine<State, Action>) {
    self.init(core: RootCore(engine))
    engine.mountFirst()
  }
}

extension StoreActor {
  /// Makes a store, and starts the workers that its hosted features need.
  ///
  /// - Parameters:
  ///   - initialState: The state to begin with.
  ///   - reducer: The root feature. Its body is evaluated once, here.
  ///   - prepareDependencies: Overrides dependencies for the feature and everything that it presents;
  ///     `hosting` says where hosted features run.
  public init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> R.State,
    @ReducerBuilder<R.State, R.Action> reducer: () -> R,
    withDependencies prepareDependencies: ((inout DependencyValues) -> Void)? = nil
  ) {
    self.init(
      Store(
        initialState: initialState(), reducer: reducer, withDependencies: prepareDependencies))
  }
}
