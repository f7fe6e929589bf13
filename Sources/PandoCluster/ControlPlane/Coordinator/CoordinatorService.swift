import Distributed
public import Logging
import PandoHosting
public import ZeroMQ

/// Runs a coordinator until its task is cancelled.
///
///     try await CoordinatorService(
///       configuration: CoordinatorConfiguration(endpoint: Endpoint("ipc:///run/pando/coordinator")),
///       logger: Logger(label: "coordinator")
///     ).run()
///
/// It keeps nothing on disk. With its registry in memory, workers join again by themselves after a restart.
public struct CoordinatorService: Sendable, CustomStringConvertible {
  private let configuration: CoordinatorConfiguration
  private let logger: Logger
  private let onListening: @Sendable (Endpoint) -> Void

  /// - Parameter onListening: is told where it listens, once it does: with the port that the system
  ///   chose.
  public init(
    configuration: CoordinatorConfiguration, logger: Logger,
    onListening: @escaping @Sendable (Endpoint) -> Void = { _ in }
  ) {
    self.configuration = configuration
    self.logger = logger
    self.onListening = onListening
  }

  /// The coordinator and where it listens.
  public var description: String { "coordinator at \(configuration.endpoint)" }

  /// Listens until its task is cancelled, then closes its sockets and returns. Throws
  /// `CoordinatorError` when it cannot listen, or another process has taken its address.
  public func run() async throws {
    let chronicle = WorkerChronicle()
    let (system, keys, registry) = try listen(chronicle)
    let coordinator = Coordinator(
      actorSystem: system, registry: registry, keys: keys, version: configuration.version,
      check: SelfCheck(
        keys: keys, role: .coordinator, unserved: configuration.problem,
        folders: SelfCheck.folders(of: "\(system.endpoint)")),
      chronicle: chronicle, logger: logger)
    let card = CoordinatorCard(
      endpoint: system.endpoint.forPeople, processID: ProcessIdentity.processID,
      hostName: ProcessIdentity.hostName, version: configuration.version)
    configuration.view?.show(coordinator, keys: configuration.keys)
    defer { configuration.view?.show(nil, keys: configuration.keys) }
    logger.info("The coordinator listens.", metadata: ["endpoint": "\(system.endpoint)"])
    onListening(system.endpoint)
    let figures =
      MetricsCollector.shared.isOn
      ? CoordinatorFigures(counters: system.counters, chronicle: chronicle) : nil
    if let figures { MetricsCollector.shared.add(figures) }
    let notifier = configuration.notifier
    if configuration.reloadsOnHangUp { try ReloadSignal.adopt(notifier: notifier, keys: keys) }
    // Often enough for a worker whose key was revoked, too.
    let interval = min(
      max(10, configuration.beatIntervalMilliseconds), 250, notifier?.signMilliseconds ?? .max)
    // Not a child of this task, which is cancelled while calls still come in.
    let registering = ControlExecutor.run { await registry.run(card) }
    var (summary, lookedAt) = ("", Int.min / 2)
    while !Task.isCancelled, system.address.end == nil {
      let now = MonotonicClock.nowMilliseconds()
      // A look goes through all workers, and notes since when something is wrong.
      let isLookDue = now - lookedAt >= 1_000
      let look = await coordinator.whenLocal { coordinator in
        coordinator.expire()
        return isLookDue ? coordinator.look() : nil
      }
      if let look = look ?? nil {
        figures?.note(look.status, look.problems)
        (summary, lookedAt) = (look.status.summary, now)
      }
      // By way of the thread that has the sockets: a sign of life says that all who have a part in an
      // answer go on.
      if let notifier {
        let text = system.address.problem ?? summary
        system.onSocketThread { notifier.signalLife(status: text) }
      }
      await ControlExecutor.sleep(milliseconds: interval)
    }
    notifier?.stopping()
    await system.shutdown()
    registering.cancel()
    await registering.value
    logger.info("The coordinator has stopped.", metadata: ["endpoint": "\(system.endpoint)"])
    if let error = system.address.end { throw CoordinatorError(error) }
  }

  private func listen(_ chronicle: WorkerChronicle) throws(CoordinatorError) -> (
    ZeroMQActorSystem, LoadedKeys?, any Registry
  ) {
    do {
      let times = MemberTimes(
        beatMilliseconds: configuration.beatIntervalMilliseconds,
        lifeMilliseconds: configuration.lifeMilliseconds)
      if let problem = times.problem { throw CoordinatorTimesError(message: problem) }
      var settings = RegistrySettings()
      settings.lifeMilliseconds = configuration.lifeMilliseconds
      settings.beatIntervalMilliseconds = configuration.beatIntervalMilliseconds
      let registry = try configuration.registry.make(settings, logger)
      let endpoint = try configuration.endpoint.forProcesses()
      let keys = try configuration.keys.load(
        for: endpoint, to: "listen at \(endpoint)", logger: logger)
      keys?.warn(as: .coordinator, logger)
      let system = try ZeroMQActorSystem(
        listeningAt: endpoint, keys: keys, chronicle: chronicle, logger: logger)
      return (system, keys, registry)
    } catch {
      let problem = CoordinatorError(error)
      logger.error("The coordinator does not start.", metadata: ["reason": "\(problem.message)"])
      throw problem
    }
  }
}
