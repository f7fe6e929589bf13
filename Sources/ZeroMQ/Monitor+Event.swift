extension Monitor {
  /// Something that happened to a connection, or to an attempt at one.
  public struct Event: Hashable, Sendable {
    /// The kind of the event.
    public let kind: Kind
    /// The endpoint that it happened to, as libzmq writes it; it may be empty.
    public let address: String
    /// The descriptor of the connection, where one is made or lost: `connected`, `accepted` and
    /// `disconnected`. It belongs to libzmq, and may be used again since.
    public let descriptor: Int32?

    /// The kind of an event of a connection.
    public enum Kind: Hashable, Sendable {
      /// The transport is connected; the handshake follows.
      case connected
      /// Connecting goes on in the background.
      case connectDelayed
      /// The attempt failed, and the next one follows after this time.
      case connectRetried(afterMilliseconds: Int)
      /// The socket listens.
      case listening
      case bindFailed(errno: Int32)
      /// A peer is connected; the handshake follows.
      case accepted
      case acceptFailed(errno: Int32)
      /// A listener or an attempt at a connection was given up. Not a connection that was lost.
      case closed
      case closeFailed(errno: Int32)
      /// A connection was lost.
      case disconnected
      /// Messages can flow.
      case handshakeSucceeded
      /// The connection is given up; who connects tries again.
      case handshakeFailed(HandshakeFailure)
      /// The watched socket has closed, and no event follows.
      case monitorStopped
      /// An event that a newer libzmq reports.
      case unknown(number: UInt16, value: UInt32)
    }

    /// Why a handshake failed.
    public enum HandshakeFailure: Hashable, Sendable {
      /// The connection broke, or took too long.
      case system(errno: Int32)
      /// The keys do not fit.
      case cryptographic
      /// One side wants CURVE and the other does not.
      case mechanismMismatch
      /// The peer does not follow the protocol; the number is one of libzmq's.
      case violation(number: UInt32)
      /// The authenticator refused the peer, with this status (400), or failed (300, 500).
      case refused(status: Int)
    }
  }
}
