package import Logging
package import PandoHosting
import Synchronization
package import ZeroMQ

/// The coordinators of a cluster, as workers and clients reach them: the one that answered last, and the
/// others in their order when that one is gone.
///
/// Every call throws `ControlError`, or `CancellationError`. One that finds nobody waits for as long
/// as a call may: somebody may begin to listen meanwhile.
package final class CoordinatorClient: Sendable {
  package let endpoints: [Endpoint]
  private let system: ZeroMQActorSystem
  private let coordinators: [Coordinator]
  private let current = Atomic<Int>(0)
  private let outage = Mutex(Outage())
  let outageLog: OutageLog

  /// The time that one of several coordinators may take to answer, before the next is asked. Less than the
  /// life of a worker, which has to beat at another meanwhile.
  package static let patienceMilliseconds = 1_000

  /// Connects with the first call. Over tcp that takes keys.
  package convenience init(
    endpoint: Endpoint, keys: LoadedKeys? = nil,
    limits: ControlLimits = ControlLimits(), logger: Logger
  ) throws {
    try self.init(endpoints: [endpoint], keys: keys, limits: limits, logger: logger)
  }

  /// Connects with the first call. Over tcp that takes keys.
  ///
  /// - Parameters:
  ///   - endpoints: At least one.
  ///   - role: The role in which this process asks, for the words of a refusal.
  package init(
    endpoints: [Endpoint], keys: LoadedKeys? = nil, askingAs role: KeyRole = .client,
    limits: ControlLimits = ControlLimits(), logger: Logger
  ) throws {
    precondition(!endpoints.isEmpty, "there is a coordinator to ask")
    self.endpoints = endpoints
    var limits = limits
    if endpoints.count > 1 {
      limits.callTimeoutMilliseconds = min(
        limits.callTimeoutMilliseconds, Self.patienceMilliseconds)
    }
    let system = try ZeroMQActorSystem(
      limits: limits, keys: keys, callingAs: role, logger: logger)
    self.system = system
    outageLog = OutageLog(
      endpoints: endpoints.map(\.description), logger: logger,
      beginning: """
        The coordinator is unreachable. Running children continue; placements use the workers that are linked.
        """)
    coordinators = try endpoints.map { endpoint in
      try Coordinator.resolve(
        id: ActorAddress(endpoint: endpoint, name: Coordinator.actorName), using: system)
    }
  }

  /// The one that answered last, or is asked next.
  package var endpoint: Endpoint { endpoints[current.load(ordering: .relaxed)] }

  package func join(_ record: WorkerRecord) async throws -> WorkerLease {
    try await ask { try await $0.join(record) }
  }

  package func beat(_ id: WorkerID, load: WorkerLoad) async throws -> BeatAnswer {
    try await ask { try await $0.beat(id, load: load) }
  }

  /// Beats at another coordinator than the one that answered last, and goes on with it where that keeps the worker,
  /// or wants it to join again. Nil where it does not, or there is no other.
  ///
  /// - Parameter turn: Says which of the others it is.
  package func beatElsewhere(
    _ id: WorkerID, load: WorkerLoad, turn: Int
  ) async -> BeatAnswer? {
    guard coordinators.count > 1 else { return nil }
    let asked = current.load(ordering: .relaxed)
    let other = (asked + 1 + turn % (coordinators.count - 1)) % coordinators.count
    guard let answer = try? await coordinators[other].beat(id, load: load),
      answer.isKept != false
    else { return nil }
    _ = current.compareExchange(expected: asked, desired: other, ordering: .relaxed)
    return answer
  }

  package func leave(_ id: WorkerID) async throws {
    try await ask { try await $0.leave(id) }
  }

  /// Throws `ControlError.refused` when there is no place, saying why.
  package func place(
    _ wish: PlacementWish, avoiding avoided: Set<WorkerID> = []
  ) async throws -> Placement {
    let avoided = avoided.sorted()
    return try await ask { try await $0.place(wish, avoiding: avoided) }
  }

  /// The same without labels.
  package func place(
    _ feature: FeatureDescriptor, avoiding avoided: Set<WorkerID> = []
  ) async throws -> Placement {
    try await place(PlacementWish(feature), avoiding: avoided)
  }

  /// Says that a worker does not answer, and which life of its process that is, where it is known.
  package func report(dead id: WorkerID, life: String? = nil) async throws {
    try await ask { try await $0.report(dead: id, life: life) }
  }

  /// The process of a worker is about to end.
  package func end(_ id: WorkerID, withinMilliseconds milliseconds: Int) async throws {
    try await ask { try await $0.end(id, withinMilliseconds: milliseconds) }
  }

  /// Has a worker drain, which is named by its id or its name.
  package func drain(
    _ worker: String, withinMilliseconds milliseconds: Int
  ) async throws -> ClusterStatus.Worker {
    try await ask { try await $0.drain(worker, withinMilliseconds: milliseconds).bounded }
  }

  /// Has a worker host children again.
  package func undrain(_ worker: String) async throws -> ClusterStatus.Worker {
    try await ask { try await $0.undrain(worker).bounded }
  }

  /// Returns the cluster as the coordinator sees it, with numbers that can be summed up, whatever it says.
  package func status() async throws -> ClusterStatus {
    try await ask { try await $0.status().bounded }
  }

  /// Returns the health of a coordinator, with numbers that can be summed up, whatever it says.
  package func health() async throws -> ClusterHealth {
    try await ask { try await $0.health().bounded }
  }

  /// Fails what is unanswered, and ends the thread.
  package func shutdown() async {
    await system.shutdown()
  }

  /// Notes that nobody could answer, or would: one line in the log, however often, and one when somebody does.
  package func noteAbsence(_ error: any Error) {
    guard let error = error as? ControlError else { return }
    if error.isOfOneCoordinator {
      let trouble = CoordinatorTrouble(error)
      if outage.withLock({ $0.attemptFailed(trouble).isNews }) { outageLog.tellBegin(error) }
    } else {
      noteAnswer()
    }
  }

  package func noteAnswer() {
    if let trouble = outage.withLock({ $0.end() }) { outageLog.tellEnd(trouble) }
  }

  /// Asks one coordinator after the other, each once, until one answers. Throws why they did not: a refusal says more than
  /// an absence, and that one shares no version matters only where none does.
  private func ask<Answer: Sendable>(
    _ call: @Sendable (Coordinator) async throws -> Answer
  ) async throws -> Answer {
    var failures: [ControlError] = []
    while true {
      let asked = current.load(ordering: .relaxed)
      do {
        return try await call(coordinators[asked])
      } catch let error as ControlError where error.isOfOneCoordinator {
        failures.append(error)
        // Unless another call has gone on already.
        _ = current.compareExchange(
          expected: asked, desired: (asked + 1) % coordinators.count, ordering: .relaxed)
        guard failures.count >= coordinators.count else { continue }
        throw failures.first { CoordinatorTrouble($0) == .refusal }
          ?? failures.last { CoordinatorTrouble($0) != .version } ?? error
      }
    }
  }
}

extension ControlError {
  /// True if another coordinator may well answer what this one did not.
  var isOfOneCoordinator: Bool {
    switch self {
    case .unreachable, .rejected, .unavailable, .unknownActor, .tooManyCalls, .noSharedVersion:
      true
    case .unknownTarget, .genericTarget, .malformed, .tooLarge, .refused, .failed,
      .networkWithoutKeys, .shutDown:
      false
    }
  }
}
