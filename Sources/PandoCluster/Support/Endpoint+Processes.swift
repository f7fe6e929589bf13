import ZeroMQ

extension Endpoint {
  /// The endpoint, if other processes can reach what listens there.
  ///
  /// - Throws: `ZeroMQError` with the code `invalidEndpoint`.
  func forProcesses() throws(ZeroMQError) -> Endpoint {
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
}
