package import Logging
package import PandoHosting
package import ZeroMQ

/// A coordinator, as workers and clients reach it.
///
/// Every call throws `ControlError`, or `CancellationError`. One that finds nobody waits for as long
/// as a call may: somebody may begin to listen meanwhile.
package final class CoordinatorClient: Sendable {
  package let endpoint: Endpoint
  private let system: ZeroMQActorSystem
  private let coordinator: Coordinator

  /// Connects with the first call. Over tcp that takes keys.
  package init(
    endpoint: Endpoint, keys: LoadedKeys? = nil,
    limits: ControlLimits = ControlLimits(), logger: Logger
  ) throws {
    self.endpoint = endpoint
    system = try ZeroMQActorSystem(
      limits: limits, keys: keys, logger: logger)
    coordinator = try Coordinator.resolve(
      id: ActorAddress(endpoint: endpoint, name: Coordinator.actorName), using: system)
  }

  package func join(_ record: WorkerRecord) async throws -> WorkerLease {
    try await coordinator.join(record)
  }

  package func beat(_ id: WorkerID, load: WorkerLoad) async throws -> BeatAnswer {
    try await coordinator.beat(id, load: load)
  }

  package func leave(_ id: WorkerID) async throws {
    try await coordinator.leave(id)
  }

  /// Throws `ControlError.refused` when there is no place, saying why.
  package func place(
    _ wish: PlacementWish, avoiding avoided: Set<WorkerID> = []
  ) async throws -> Placement {
    try await coordinator.place(wish, avoiding: avoided.sorted())
  }

  /// The same without labels.
  package func place(
    _ feature: FeatureDescriptor, avoiding avoided: Set<WorkerID> = []
  ) async throws -> Placement {
    try await place(PlacementWish(feature), avoiding: avoided)
  }

  package func report(dead id: WorkerID) async throws {
    try await coordinator.report(dead: id)
  }

  /// The process of a worker is about to end.
  package func end(_ id: WorkerID, withinMilliseconds milliseconds: Int) async throws {
    try await coordinator.end(id, withinMilliseconds: milliseconds)
  }

  /// Has a worker drain, which is named by its id or its name.
  package func drain(
    _ worker: String, withinMilliseconds milliseconds: Int
  ) async throws -> ClusterStatus.Worker {
    try await coordinator.drain(worker, withinMilliseconds: milliseconds)
  }

  /// Has a worker host children again.
  package func undrain(_ worker: String) async throws -> ClusterStatus.Worker {
    try await coordinator.undrain(worker)
  }

  package func status() async throws -> ClusterStatus {
    try await coordinator.status()
  }

  /// Fails what is unanswered, and ends the thread.
  package func shutdown() async {
    await system.shutdown()
  }
}
