extension Store {
  /// Makes a store, and starts the workers that its hosted features need. What is set in it, and no reducer carries out,
  /// is reported at the place of this call.
  ///
  /// - Parameters:
  ///   - initialState: The state to begin with.
  ///   - reducer: The root feature. Its body is evaluated once, here.
  ///   - prepareDependencies: Overrides dependencies for the feature and everything that it presents;
  ///     `hosting` says where hosted features run.
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> R.State,
    @ReducerBuilder<R.State, R.Action> reducer: () -> R,
    withDependencies prepareDependencies: ((inout DependencyValues) -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let dependencies = DependencyValues.current.updated { prepareDependencies?(&$0) }
    self.init(
      engine: StoreEngine(
        initialState: initialState, reducer: reducer, dependencies: dependencies),
      at: OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  package convenience init(
    engine: StoreEngine<State, Action>, at location: OperatorLocation? = nil
  ) {
    self.init(core: RootCore(engine, at: location))
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
    withDependencies prepareDependencies: ((inout DependencyValues) -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      Store(
        initialState: initialState(), reducer: reducer, withDependencies: prepareDependencies,
        fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
