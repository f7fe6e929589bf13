import CZeroMQ

/// A ZeroMQ socket, made by `Context.socket(_:_:)` and closed when it goes.
///
/// Whoever holds it is the only one who can use it: it cannot be copied, and everything that
/// touches its state is `mutating`, so two threads cannot be in it at once.
///
/// `@unchecked Sendable`: libzmq asks that a socket be used by one thread at a time, with a full
/// fence when it changes hands. Exclusive access gives the first. The second comes with every way
/// to hand a value to another thread (a task, a lock, a thread's start), each of which
/// synchronizes. `handle` is the one way around it, and says so.
public struct Socket: ~Copyable, @unchecked Sendable {
  /// The kind of the socket.
  public let kind: Kind

  /// libzmq's own pointer, for polling by other means.
  ///
  /// Using it on another thread, or after the socket has gone, is undefined.
  public let handle: UnsafeMutableRawPointer

  // Let go of in this order, after libzmq has closed the socket.
  var locks: [EndpointLock] = []
  var monitored: MonitoredSocket?
  /// The listeners whose sockets were removed, and which cannot be ended alone.
  var formerListeners = 0
  let context: ContextHandle

  init(_ kind: Kind, in context: ContextHandle) throws(ZeroMQError) {
    guard let handle = zmq_socket(context.pointer, kind.number) else {
      throw .library("open a \(kind) socket")
    }
    self.kind = kind
    self.handle = handle
    self.context = context
  }

  deinit {
    monitored?.socketWillClose()
    zmq_close(handle)
  }
}
