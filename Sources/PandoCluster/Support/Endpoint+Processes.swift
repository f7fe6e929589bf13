package import ZeroMQ

extension Endpoint {
  /// The endpoint, if other processes can reach what listens there.
  ///
  /// - Throws: `ZeroMQError` with the code `invalidEndpoint`.
  package func forProcesses() throws(ZeroMQError) -> Endpoint {
    guard isForProcesses else {
      throw ZeroMQError(
        .invalidEndpoint,
        """
        Nobody could reach \(self): it is known inside this process only. Write ipc:///path, or \
        tcp://HOST:PORT with keys.
        """)
    }
    return self
  }

  /// The endpoint as people on other machines know it: with the name of this one, where it stands for all of its
  /// addresses.
  var forPeople: String {
    let host = ProcessIdentity.hostName
    guard isWildcard, !host.isEmpty, case .tcp(_, let port) = address else { return "\(self)" }
    return "tcp://\(host):\(port)"
  }

  /// The endpoint, if a coordinator can tell clients to connect to it: it is one address, never all of them.
  ///
  /// - Throws: `ZeroMQError` with the code `invalidEndpoint`.
  func forClients() throws(ZeroMQError) -> Endpoint {
    guard isWildcard else { return self }
    throw ZeroMQError(
      .invalidEndpoint,
      """
      A coordinator cannot tell clients to connect to \(self): that names no single address. Say where \
      others reach this worker: --advertise tcp://HOST:PORT.
      """)
  }
}
