import CZeroMQ

extension Message {
  /// Where the peer is that sent it; nil over `inproc`.
  ///
  /// Over tcp that is its IP address. Over ipc it is its host, user, group and process, as the
  /// system knows them: `localhost:1000:1000:4242`.
  public var peerAddress: String? { property("Peer-Address") }

  /// The process that sent it over ipc, by the system's word and not the peer's; nil otherwise.
  ///
  /// It connected, and may have handed its socket on or be gone since.
  public var peerProcessID: Int32? {
    let parts = peerAddress?.split(separator: ":", omittingEmptySubsequences: false) ?? []
    // An IPv6 address has more parts, or is cut short with an empty one.
    guard parts.count == 4, !parts.contains("") else { return nil }
    return Int32(parts[3])
  }

  /// The user that an authenticator named for the connection that it came by.
  public var userID: String? { property("User-Id") }

  /// A property of the connection that it was received by, as libzmq names them: `Socket-Type`,
  /// `Routing-Id`, `Peer-Address`, `User-Id`, or one that the peer sent in its handshake.
  public func property(_ name: String) -> String? {
    zmq_msg_gets(storage, name).map { String(cString: $0) }
  }
}
