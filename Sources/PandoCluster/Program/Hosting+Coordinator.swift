import Logging
public import Pando
import PandoHosting
import ZeroMQ

extension Hosting {
  /// In workers that a coordinator names, wherever they run: the least loaded that hosts the feature.
  ///
  /// A child whose worker goes moves to another; while there is none, its actions wait and the log says
  /// why.
  ///
  /// - Parameters:
  ///   - endpoint: Where the coordinator listens: `ipc:///run/pando/coordinator.sock`.
  ///   - silenceMilliseconds: How long a worker may leave a question unanswered before its children
  ///     move.
  public static func coordinator(
    _ endpoint: String, silenceMilliseconds: Int = 10_000
  ) -> Hosting {
    Hosting {
      do {
        var limits = LinkMachine.Limits(silenceMilliseconds: silenceMilliseconds)
        // A worker that the coordinator names runs already.
        limits.handshakeMilliseconds = 5_000
        return try CoordinatorBackend(
          try Endpoint(endpoint), limits: limits,
          logger: Logger(label: "pando.workers"))
      } catch {
        return UnavailableBackend(reason: "\(error)")
      }
    }
  }
}

extension LinkMachine.Limits {
  init(silenceMilliseconds: Int) {
    self.init()
    self.silenceMilliseconds = silenceMilliseconds
    idleMilliseconds = max(1, min(500, silenceMilliseconds / 4))
  }
}
