import PandoHosting
package import ZeroMQ

/// The health of a coordinator: all that a probe is told, which names no worker.
package struct ClusterHealth: Hashable, Codable, Sendable {
  package var coordinator: ClusterStatus.Coordinator
  package var workers: WorkerCounts
  /// The number of children that the workers host.
  package var children: Int
  /// The status that this was made of; nil for one who may not ask for it.
  package var status: ClusterStatus?

  init(_ status: ClusterStatus, isWhole: Bool) {
    coordinator = status.coordinator
    workers = WorkerCounts(status.workers)
    children = status.childCount
    self.status = isWhole ? status : nil
  }

  /// Returns the health of the first coordinator that answers, of several that share a registry. Over tcp that takes a
  /// key with the role `probe` or `operator`.
  ///
  /// - Throws: As `ClusterStatus.ask` does.
  package static func ask(
    coordinatorsAt endpoints: [Endpoint], keys: ClusterKeys, timeoutMilliseconds: Int = 5_000
  ) async throws -> ClusterHealth {
    try await CoordinatorClient.ask(
      at: endpoints, keys: keys, label: "pando.health", as: .probe,
      timeoutMilliseconds: timeoutMilliseconds
    ) {
      try await $0.health()
    }
  }

  /// The same with numbers that can be summed up, and texts as an honest coordinator has them, whatever this one says.
  var bounded: ClusterHealth {
    var health = self
    health.coordinator = coordinator.bounded
    health.workers = workers.bounded
    health.children = min(max(0, children), CoordinatorLimits.workers * LaneReport.countAtMost)
    health.status = status?.bounded
    return health
  }
}
