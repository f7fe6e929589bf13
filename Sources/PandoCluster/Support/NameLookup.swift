import Glibc
import Synchronization
import ZeroMQ

/// Looks up the host's name of an endpoint, on a thread of its own: the system may take its time.
///
/// libzmq looks names up itself, again and again, and tells nobody that it finds none. Nobody waits for the thread, which
/// ends when the system has answered; where none can be started, nothing is told.
final class NameLookup: Sendable {
  private let found = Mutex<String?>(nil)

  /// Begins.
  ///
  /// - Parameter onProblem: Called, on the thread, where no address is known for the name.
  @discardableResult
  init(_ endpoint: Endpoint, onProblem: @escaping @Sendable (String) -> Void = { _ in }) {
    guard let host = endpoint.hostName else { return }
    _ = ServiceThread(trying: "pando-names") { [self] in
      guard let problem = Self.problem(of: host) else { return }
      found.withLock { $0 = problem }
      onProblem(problem)
    }
  }

  /// Why there is no address; nil while that is not known, or where there is one.
  var problem: String? { found.withLock { $0 } }

  private static func problem(of host: String) -> String? {
    var addresses: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, nil, nil, &addresses)
    if let addresses { freeaddrinfo(addresses) }
    guard status != 0 else { return nil }
    return """
      no address is known for the host \(host) (\(String(cString: gai_strerror(status)))). Check the name, and that \
      this machine can look names up: getent hosts \(host)
      """
  }
}
