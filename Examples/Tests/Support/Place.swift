package import PandoTesting

/// Where the hosted features of a test run. Each flow is tested in all of them, with the same
/// expectations.
package enum Place: CaseIterable, Sendable {
  /// In the test's process, as if `.hosted()` were not there.
  case inPlace
  /// In a worker process.
  case hosted
  /// On workers in the test's process that die, answer late and are cut off.
  case failing

  /// The failures of the workers.
  package var faults: FaultPlan {
    self == .failing ? .random(seed: .random(in: 0...9_999)) : .none
  }

  /// Prepares the dependencies of a store.
  ///
  /// - Parameters:
  ///   - values: The dependencies of the store.
  ///   - worker: The process that hosts, where one does.
  ///   - override: Sets what hosted features read. A worker process is another program, whose
  ///     `prepareWorker` sets it there.
  package func prepare(
    _ values: inout DependencyValues, worker: @autoclosure () -> WorkerProcess = .shared,
    hostedFeatures override: (inout DependencyValues) -> Void = { _ in }
  ) {
    switch self {
    case .inPlace: values.hosting = .direct
    case .hosted: values.hosting = worker().hosting
    case .failing: values.hosting = .inProcess
    }
    if self != .hosted { override(&values) }
  }
}
