import Logging
import PandoHosting
import PandoWire
public import ZeroMQ

/// The answer of a worker that was asked whether it is there.
public struct WorkerHealth: Hashable, Codable, Sendable {
  /// Where it was asked.
  public var endpoint: String
  /// The number of children that it hosts for whoever asks: none, where that has no session.
  public var children: Int
  /// The time from the first attempt to connect to the answer.
  public var milliseconds: Int

  /// Asks the worker at an endpoint whether it answers, which it does while its reducers are busy, too.
  ///
  /// Over tcp that takes a key with the role `probe`, `operator` or `client`, and a keyring that trusts the worker.
  ///
  /// - Parameters:
  ///   - endpoint: Where the worker listens.
  ///   - publicKey: The key that the worker has, as a `ClusterStatus` says it; nil where it is not known. Then each key
  ///     that the keyring has with the role `worker` is tried, and a worker that is met with another's counts and logs
  ///     a refused connection.
  ///   - keys: Who asks, and who is trusted.
  ///   - timeoutMilliseconds: The time for the answer.
  /// - Throws: A `WorkerSilence` that says what happened, when there is no answer in time; a `KeyError`
  ///   when there are no usable keys.
  public static func ask(
    workerAt endpoint: Endpoint, publicKey: CurveKey? = nil, keys: ClusterKeys = .environment,
    timeoutMilliseconds: Int = 5_000
  ) async throws -> WorkerHealth {
    let logger = Logger(label: "pando.health", factory: { _ in SwiftLogNoOpLogHandler() })
    let loaded = try keys.load(
      for: endpoint, to: "ask the worker at \(endpoint)", logger: logger)
    return try await withCheckedThrowingContinuation { continuation in
      let thread = ServiceThread(trying: "pando-health") {
        let probe = WorkerProbe(
          endpoint: endpoint, keys: loaded, publicKey: publicKey,
          timeoutMilliseconds: timeoutMilliseconds)
        continuation.resume(with: Result { try probe.run() })
      }
      if thread == nil {
        continuation.resume(
          throwing: WorkerSilence(unasked: "\(endpoint)", ServiceThread.shortage))
      }
    }
  }
}

/// A worker that did not say that it is there.
public struct WorkerSilence: Error, CustomStringConvertible, Sendable {
  /// A text for people: which worker, what happened, and what to do about it.
  public let description: String
}

extension WorkerSilence {
  /// A worker that could not be asked, for a reason that is a clause.
  init(unasked endpoint: String, _ reason: String) {
    self.init(description: "The worker at \(endpoint) cannot be asked: \(reason).")
  }
}
