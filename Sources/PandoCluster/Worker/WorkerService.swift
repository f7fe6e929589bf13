import Logging
public import ServiceLifecycle
import ZeroMQ

/// Hosts features for the clients that connect.
///
/// Runs until its task is cancelled or a graceful shutdown begins; then it cancels every effect, says
/// so to its clients, and leaves no socket file behind.
public struct WorkerService: Service {
  private let configuration: WorkerConfiguration
  private let features: HostedFeatureList

  /// A worker that hosts these features.
  public init(_ features: some HostedFeatures, configuration: WorkerConfiguration) {
    self.features = features.list
    self.configuration = configuration
  }

  /// Listens and serves.
  ///
  /// - Throws: `ZeroMQError` when the endpoint is taken, not allowed or not possible.
  public func run() async throws {
    try configuration.requireSafeEndpoint()
    let loop = try WorkerLoop(configuration, features: features.features)
    try await withTaskCancellationOrGracefulShutdownHandler {
      try await withCheckedThrowingContinuation { continuation in
        _ = ServiceThread {
          continuation.resume(with: Result { try Self.serve(loop) })
        }
      }
    } onCancelOrGracefulShutdown: {
      loop.stop()
    }
  }

  private static func serve(_ loop: WorkerLoop) throws(ZeroMQError) {
    let context = try Context()
    var router = try context.socket(
      .router, .routerMandatory(true), .linger(milliseconds: 500),
      .maxMessageBytes(LinkLimits.messageBytes), .handshakeInterval(milliseconds: 10_000),
      .heartbeat(intervalMilliseconds: 2_000, timeoutMilliseconds: 10_000))
    let endpoint = try router.bind(loop.configuration.endpoint)
    loop.configuration.logger.info(
      "\(loop.configuration.name) listens at \(endpoint) and hosts \(loop.features.count) features")
    WorkerLoopRun(loop, router: router).run()
  }
}

extension WorkerConfiguration {
  /// Nothing listens on a network address without keys.
  func requireSafeEndpoint() throws(ZeroMQError) {
    guard endpoint.isNetwork else { return }
    throw ZeroMQError(
      .permissionDenied,
      """
      A worker does not listen at \(endpoint): anybody who can reach that address could use it. \
      Choose an ipc endpoint, or tcp on 127.0.0.1.
      """)
  }
}
