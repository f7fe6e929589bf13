package import PandoHosting

/// The workers of a cluster, as coordinators know them: one alone, in memory, or many together.
///
/// What changes the registry is a call that waits for it. What is asked of it is answered from what is known
/// here, so that a registry that is away holds up nobody who only asks.
package protocol Registry: AnyObject, Sendable {
  /// The workers, as they are known here.
  var workers: WorkerRegistry { get }

  /// The workers as a status shows them.
  var status: [ClusterStatus.Worker] { get }

  /// The registry's own condition, for people.
  var condition: ClusterStatus.Registry { get }

  /// True if the coordinator of this registry leads those that share it.
  var isLeading: Bool { get }

  /// Throws `ControlError.unavailable` while nothing is known here.
  func requireKnowledge() throws(ControlError)

  /// Registers a worker, in the place of the one that has its endpoint.
  ///
  /// - Parameter sameKeyOnly: Whether that one must have the same key.
  func join(
    _ record: WorkerRecord, sameKeyOnly: Bool
  ) async throws(ControlError) -> RegistryJoin

  /// Notes a beat.
  func beat(
    _ id: WorkerID, load: WorkerLoad
  ) async throws(ControlError) -> WorkerRegistry.Beat

  /// Returns false where the lease of a worker that beats here was not renewed lately, as the registry is away.
  func keeps(_ id: WorkerID) -> Bool

  /// Forgets a worker; nil when it was not known.
  func leave(_ id: WorkerID) async throws(ControlError) -> WorkerRecord?

  /// Chooses a worker, and counts one more lane for it.
  func place(
    _ wish: PlacementWish, avoiding avoided: Set<WorkerID>
  ) -> Result<Placement, PlacementRefusal>

  /// Places nothing on a worker any longer. Returns whether it is known.
  func drain(
    _ id: WorkerID, withinMilliseconds: Int, isEnding: Bool
  ) async throws(ControlError) -> Bool

  /// Places lanes on a worker again.
  func undrain(_ id: WorkerID) async throws(ControlError) -> WorkerRegistry.Undrained

  /// Returns the time that effects of a worker may still take; nil while it does not drain.
  func drainLeft(_ id: WorkerID) -> Int?

  /// Notes that a client could not reach a worker.
  func report(dead id: WorkerID) async throws(ControlError) -> WorkerRegistry.Report

  /// Forgets the workers that have been silent for too long, and returns them, and no longer shows those
  /// that are not trusted.
  func expire(isTrusted: (WorkerRecord) -> Bool) -> RegistryExpiry

  /// Keeps in touch with the registry, until the task is cancelled; then lets go of it.
  ///
  /// - Parameter card: The coordinator that it does that for.
  func run(_ card: CoordinatorCard) async
}

/// The outcome of a join.
package enum RegistryJoin: Equatable, Sendable {
  case joined(WorkerLease, replaced: WorkerID?)
  /// A worker with another key has the endpoint.
  case taken(by: WorkerID, WorkerRecord)
}

/// The workers that are gone since the last look.
package struct RegistryExpiry: Equatable, Sendable {
  package var silent: [WorkerID: WorkerRecord] = [:]
  package var distrusted: [WorkerID: WorkerRecord] = [:]
}

/// The description that a coordinator gives of itself to those that share its registry.
package struct CoordinatorCard: Hashable, Codable, Sendable {
  package var endpoint: String
  package var processID: Int32
  package var hostName: String
  package var version: String

  package init(endpoint: String, processID: Int32, hostName: String, version: String) {
    self.endpoint = endpoint
    self.processID = processID
    self.hostName = hostName
    self.version = version
  }
}
