import Pando

extension CheckedFeature {
  /// A feature that is run as it is.
  init<R: Reducer<State, Action>>(
    _ feature: @escaping () -> R, _ initialState: @escaping () -> State, timeStep: Duration,
    prepareDependencies: @escaping (inout DependencyValues) -> Void
  ) {
    self.init(
      name: typeName(R.self), initialState: initialState, makeReducer: { Reduce(feature()) },
      timeStep: timeStep, prepareDependencies: prepareDependencies)
  }

  /// A feature that is hosted as a whole, unless it hosts something itself.
  init<R: Reducer<State, Action>>(
    hosting feature: @escaping () -> R, _ initialState: @escaping () -> State, timeStep: Duration,
    prepareDependencies: @escaping (inout DependencyValues) -> Void, at location: OperatorLocation
  ) where State: Codable, Action: Codable {
    self.init(
      name: typeName(R.self), initialState: initialState,
      makeReducer: {
        let feature = feature()
        if feature.containsHostedFeature { return Reduce(feature) }
        return Reduce(
          feature.hosted(
            fileID: location.fileID, filePath: location.filePath, line: location.line,
            column: location.column))
      },
      timeStep: timeStep, prepareDependencies: prepareDependencies,
      copyState: { codedCopy($0) }, copyAction: { codedCopy($0) },
      restart: { engine, owed in engine.restart(owing: owed) })
  }

  /// The state to begin with, made with the dependencies of a run.
  var firstState: State? { ProgramRun(self).run([], .local).commits.first?.state }
}
