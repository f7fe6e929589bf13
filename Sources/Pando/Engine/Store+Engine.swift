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

  /// A store that goes on where another ended, which owed some actions.
  package convenience init(
    restarting engine: StoreEngine<State, Action>, owing actions: [Action],
    at location: OperatorLocation?
  ) where Action: Encodable {
    self.init(core: RootCore(engine, at: location))
    engine.restart(owing: actions)
  }

  /// Returns when all that the store, or the store that it is a part of, has committed is durable; false if it never
  /// will be. At once in a store without a journal.
  package func awaitFlush() async -> Bool { await core.whole.flushed() }

  /// The version of the store whose commits, and all before, are durable: the newest in a store without a journal.
  package var newestDurableVersion: UInt64 { core.whole.durableVersion }

  /// Looks into the store's journal; nil where it has none, or is a part of another store.
  package var findPast: PastGroup<State, Action>.Find? {
    (core as? RootCore<State, Action>)?.engine.journal?.findPast
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
