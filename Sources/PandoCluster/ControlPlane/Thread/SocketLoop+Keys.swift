import ZeroMQ

// Whose keys the connections use that this process makes.
extension SocketLoop {
  /// A handshake fails now and then because a process has just gone. So often in a row it means more.
  private static let failedHandshakesAtMost = 3

  /// The keys for a connection; nil where none are needed. Of several coordinators' keys each is tried in
  /// turn, since nothing but the handshake says whose an endpoint is: first the one that was its last time.
  func path(to endpoint: Endpoint) throws(ZeroMQError) -> CurvePath? {
    guard endpoint.needsKeys else { return nil }
    guard let keys else {
      throw ZeroMQError(
        .permissionDenied, ControlError.networkWithoutKeys(endpoint: "\(endpoint)").description)
    }
    var trusted = keys.keyring.keys(with: .coordinator)
    if let fitting = fittingKeys[endpoint], let index = trusted.firstIndex(of: fitting) {
      trusted.swapAt(0, index)
    }
    guard !trusted.isEmpty else {
      throw ZeroMQError(
        .invalidKey,
        """
        the keyring \(keys.watch.folder.path) trusts no coordinator. With its public key: pando keys trust \
        FILE --role coordinator --keyring '\(keys.watch.folder.path)'
        """)
    }
    let attempt = failedHandshakes[endpoint] ?? 0
    return CurvePath(pair: keys.pair, serverKey: trusted[attempt % trusted.count])
  }

  /// Tries the next key, or gives up when all were tried often enough.
  func retry(_ endpoint: Endpoint) {
    let attempt = (failedHandshakes[endpoint] ?? 0) + 1
    let keyCount = keys?.keyring.keys(with: .coordinator).count ?? 0
    guard attempt < Self.failedHandshakesAtMost * max(1, keyCount) else {
      failedHandshakes[endpoint] = nil
      let folder = keys?.watch.folder.path ?? ""
      handle(
        .rejected(
          endpoint,
          reason: """
            it ends every handshake. Its key may be none of the \(keyCount) that the keyring \(folder) has \
            with the role coordinator: compare it with "pando keys list --keyring '\(folder)'"
            """))
      return
    }
    failedHandshakes[endpoint] = attempt
    if let event = connect(to: endpoint) { handle(event) }
  }

  /// Ends the connections to coordinators that are trusted no longer.
  func dropDistrusted() {
    for connection in Array(connections.values) {
      guard let path = connection.keys, keys?.keyring.has(path.serverKey, .coordinator) != true
      else { continue }
      drop(connection)
      handle(.lost(connection.endpoint))
    }
  }
}
