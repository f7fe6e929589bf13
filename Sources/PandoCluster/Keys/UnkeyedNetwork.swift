import Synchronization
import ZeroMQ

/// The loopback endpoints that this process uses over tcp without keys: none, unless a benchmark says so.
///
/// It exists to measure what keys cost. No option, variable or file reaches it, and no import but one that
/// names the interface of benchmarks.
@_spi(Benchmarks)
public enum UnkeyedNetwork {
  private static let endpoints = Mutex<Set<Endpoint>>([])

  /// Lets this process listen at and connect to one loopback endpoint without keys, until it ends.
  ///
  /// - Throws: A sentence about an endpoint that others than this machine could reach.
  public static func allow(_ endpoint: String) throws {
    let endpoint = try Endpoint(endpoint)
    guard endpoint.isLoopback else {
      throw KeyError(
        .noKeys,
        """
        \(endpoint) takes keys: only a benchmark goes without, and only at a tcp address of this machine, such \
        as tcp://127.0.0.1:7611.
        """)
    }
    endpoints.withLock { _ = $0.insert(endpoint) }
  }

  /// Returns whether an endpoint was allowed.
  static func allows(_ endpoint: Endpoint) -> Bool {
    endpoints.withLock { $0.contains(endpoint) }
  }
}
