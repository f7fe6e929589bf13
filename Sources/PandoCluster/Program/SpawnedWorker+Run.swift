import Pando

extension SpawnedWorker {
  /// Runs the worker until its standard input ends.
  func run(
    features: some HostedFeatures, preparing prepare: (inout DependencyValues) throws -> Void
  ) async throws {
    WorkerRole.adopt(name: name, endsWithInput: true)
    var role = WorkerRole(try WorkerSettings(self))
    role.endsWithInput = true
    try await role.run(features: features, preparing: prepare)
  }
}
