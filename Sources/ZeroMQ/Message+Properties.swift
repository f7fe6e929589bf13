import CZeroMQ
import Glibc

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

  /// The user of the process that connected over ipc, by the system's word; nil otherwise.
  public var peerUserNumber: UInt32? {
    guard peerProcessID != nil else { return nil }
    return peerAddress.flatMap { UInt32($0.split(separator: ":")[1]) }
  }

  /// The tcp connection that it came by; nil over other transports, and when the connection is gone.
  ///
  /// A router puts it on the frames behind the routing id.
  public var connection: PeerConnection? {
    connectionDescriptor.flatMap(PeerConnection.init(descriptor:))
  }

  /// The descriptor of the connection that it came by, as `Monitor.Event` has it; nil over `inproc`. It belongs to libzmq,
  /// and may be used again since.
  ///
  /// A router puts it on the frames behind the routing id.
  public var connectionDescriptor: Int32? {
    let descriptor = zmq_msg_get(storage, ZMQ_SRCFD)
    return descriptor < 0 ? nil : descriptor
  }

  /// Returns whether an authenticator named this user for the connection that it came by. It
  /// allocates nothing.
  ///
  /// - Parameter user: The name, with a zero at its end.
  public func isFrom(user: [CChar]) -> Bool {
    zmq_msg_gets(storage, "User-Id").map { strcmp($0, user) == 0 } ?? false
  }

  /// The user that an authenticator named for the connection that it came by.
  public var userID: String? { property("User-Id") }

  /// A property of the connection that it was received by, as libzmq names them: `Socket-Type`,
  /// `Routing-Id`, `Peer-Address`, `User-Id`, or one that the peer sent in its handshake.
  public func property(_ name: String) -> String? {
    zmq_msg_gets(storage, name).map { String(cString: $0) }
  }
}
