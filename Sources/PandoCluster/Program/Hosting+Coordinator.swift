import Logging
public import Pando
import PandoHosting
import ZeroMQ

extension Hosting {
  /// In workers that a coordinator names, wherever they run: the least loaded that hosts the feature.
  ///
  /// A child whose worker goes moves to another; while there is none, its actions wait.
  ///
  /// - Parameters:
  ///   - endpoint: Where the coordinator listens: `ipc:///run/pando/coordinator.sock`.
  ///   - silenceMilliseconds: How long a worker may leave a question unanswered before its children
  ///     move.
  ///   - placementTimeoutMilliseconds: How long a child waits for a worker before its actions fail.
  public static func coordinator(
    _ endpoint: String, silenceMilliseconds: Int = 10_000,
    placementTimeoutMilliseconds: Int = 30_000
  ) -> Hosting {
    // A worker that the coordinator names runs already.
    pool(silenceMilliseconds, placementTimeoutMilliseconds, handshakeMilliseconds: 5_000) {
      .coordinated(
        try CoordinatorClient(
          endpoint: try Endpoint(endpoint), logger: Logger(label: "pando.workers")))
    }
  }
}
