import Logging
import Synchronization
import ZeroMQ

/// Hosts features for the clients that connect.
///
/// Runs until its task is cancelled, or it was told to ``terminate()``. It leaves no socket file behind. A service of
/// swift-service-lifecycle runs it so:
///
///     try await withGracefulShutdownHandler {
///       try await worker.run()
///     } onGracefulShutdown: {
///       worker.terminate()
///     }
public struct WorkerService: Sendable, CustomStringConvertible {
  let configuration: WorkerConfiguration
  let loop: WorkerLoop
  /// The meaning of SIGHUP, where SIGTERM and SIGINT end it; nil where the program has its own way with signals.
  var hangUp: HangUp?
  /// Called on the thread that watches the worker, just before that looks at the input and at signals.
  var onWatch: (@Sendable () -> Void)?
  /// Called on a thread of the worker's, once it listens.
  var onListening: (@Sendable () -> Void)?

  /// A worker that hosts these features.
  ///
  /// - Throws: `KeyError` when keys are needed and cannot be used, or `ZeroMQError` when no descriptors are
  ///   left.
  public init(
    _ features: some HostedFeatures, configuration: WorkerConfiguration
  ) throws {
    let endpoint = configuration.endpoint
    let keys = try configuration.keys.load(
      for: endpoint, to: "listen at \(endpoint)", logger: configuration.logger)
    keys?.warn(as: .worker, configuration.logger)
    self.configuration = configuration
    // Looked up here, where nobody waits for an answer: it may take the time to read the executable.
    _ = configuration.build.id
    loop = try WorkerLoop(configuration, keys: keys, features: features.list.features)
  }

  /// The worker and its name.
  public var description: String { "worker \(configuration.name)" }

  /// Listens and serves.
  ///
  /// - Throws: `ZeroMQError` when the endpoint is taken or not possible.
  public func run() async throws {
    if hangUp == .reload {
      try ReloadSignal.adopt(notifier: configuration.notifier, keys: loop.keys)
    }
    try await withTaskCancellationHandler {
      try await serve()
    } onCancel: { [loop] in
      loop.stop()
    }
  }

  /// Begins to drain: clients take their children to other workers, and ``run()`` returns once the worker is empty, or
  /// after ``WorkerConfiguration/drainMilliseconds``, when what effects still run is cancelled. Called again, it ends the
  /// worker at once. For any thread.
  public func terminate() { loop.terminate() }

  private func serve() async throws {
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      _ = ServiceThread(name: "pando-watch") {
        do {
          try serve { [loop] in
            if let error = loop.address.end { return continuation.resume(throwing: error) }
            continuation.resume()
          }
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
  }

  /// Starts the threads of the worker, and watches them until the worker has ended.
  private func serve(onEnd: @escaping @Sendable () -> Void) throws(ZeroMQError) {
    // Not before this thread runs, which looks at them: until then they end the process.
    let signals = try hangUp.map { hangUp throws(ZeroMQError) in
      try TerminationSignals.descriptor(takesHangUp: hangUp == .end)
    }
    let context = try Context()
    var router = try context.socket(
      // With the mark, what a client does not take is felt here and bounded, and not lost: it is
      // mandatory that a message reaches its peer.
      .router, .routerMandatory(true), .sendHighWaterMark(messages: 64), .linger(milliseconds: 500),
      .maxMessageBytes(LinkLimits.messageBytes), .handshakeInterval(milliseconds: 10_000))
    if let heartbeat = loop.configuration.heartbeat { try router.set(heartbeat) }
    var gate: NetworkGate?
    if let keys = loop.keys {
      gate = try NetworkGate(
        for: &router, in: context, keys: keys, as: .worker,
        roles: [.client, .coordinator, .operator, .probe],
        logger: loop.configuration.logger
      ) { [loop] _, _ in loop.refusals.add(1, ordering: .relaxed) }
      keys.watch.onChange(for: loop) { [weak loop] in loop?.wakeUp.signal() }
    }
    var monitor: Monitor?
    if gate == nil { monitor = try router.monitor() }
    let endpoint = try router.bind(loop.configuration.endpoint)
    let count = loop.features.count
    loop.configuration.logger.info(
      "\(loop.configuration.name) listens at \(endpoint) and hosts \(count) feature\(count == 1 ? "" : "s")"
    )
    onListening?()
    MetricsCollector.shared.add(loop)
    let pool = ReducePool(loop)
    loop.pool = pool
    let receiver = WorkerReceiver(
      loop, pool, context: context, router: router, gate: gate, monitor: monitor, onEnd: onEnd)
    pool.start(receiver)
    onWatch?()
    WorkerWatch(
      loop, pool, signals: signals, lateSession: { receiver.late },
      receiverThread: { receiver.threadName }
    ).run()
  }
}
