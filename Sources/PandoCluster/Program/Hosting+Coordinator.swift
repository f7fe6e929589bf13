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
  ///   - endpoint: Where the coordinator listens: `ipc:///run/pando/coordinator.sock`, or
  ///     `tcp://10.0.0.7:7610`.
  ///   - keys: Who this program is, and which coordinators and workers it trusts, for tcp endpoints.
  ///   - silenceMilliseconds: How long a worker may leave a question unanswered before its children
  ///     move.
  ///   - placementTimeoutMilliseconds: How long a child waits for a worker before its actions fail.
  public static func coordinator(
    _ endpoint: String, keys: ClusterKeys = .environment, silenceMilliseconds: Int = 10_000,
    placementTimeoutMilliseconds: Int = 30_000
  ) -> Hosting {
    // A worker that the coordinator names runs already.
    pool(silenceMilliseconds, placementTimeoutMilliseconds, keys, handshakeMilliseconds: 5_000) {
      let endpoint = try Endpoint(endpoint)
      let logger = Logger(label: "pando.workers")
      return .coordinated(
        try CoordinatorClient(
          endpoint: endpoint,
          keys: try keys.load(
            for: endpoint, to: "ask the coordinator at \(endpoint)", logger: logger),
          logger: logger))
    }
  }
}
