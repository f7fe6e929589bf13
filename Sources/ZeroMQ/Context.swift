import CZeroMQ

/// Makes sockets, and owns the threads that do their input and output.
///
/// One per process is enough. It may be used from any thread. When it goes, it is shut down: every
/// call on a socket that is still open throws `.terminated`, a blocked one included. libzmq frees
/// what it holds once the last of those sockets is gone too, so no order of going can hang; only
/// messages that linger are waited for, at most as long as their sockets' `linger`.
///
/// A context does not survive `fork`: start child processes with exec (`posix_spawn`).
public struct Context: ~Copyable, Sendable {
  let handle: ContextHandle

  /// A context without sockets.
  ///
  /// - Parameters:
  ///   - ioThreads: the threads that libzmq does its input and output with; one is good for about
  ///     a gigabyte a second, none is enough for `inproc` alone.
  ///   - maxSockets: how many sockets may be open at once.
  public init(ioThreads: Int = 1, maxSockets: Int = 1023) throws(ZeroMQError) {
    // With the one that takes sockets apart, and some for the rest of the process.
    try ThreadLimit.require(
      max(0, ioThreads) + 1 + Self.spareThreads, to: "make a ZeroMQ context")
    let handle = try ContextHandle()
    try handle.set(ZMQ_IO_THREADS, to: ioThreads, name: "ioThreads")
    try handle.set(ZMQ_MAX_SOCKETS, to: maxSockets, name: "maxSockets")
    try handle.set(ZMQ_BLOCKY, to: 0, name: "blocky")
    self.handle = handle
  }

  /// Others of this user may start threads between the look and the first socket.
  private static let spareThreads = 2

  deinit {
    zmq_ctx_shutdown(handle.pointer)
  }

  /// Ends all communication at once: every call on every socket, blocked or later, throws
  /// `.terminated`. The sockets still have to be let go of.
  public borrowing func shutdown() {
    zmq_ctx_shutdown(handle.pointer)
  }

  /// A socket with the safe defaults (`Socket.Option.defaults(for:)`), then `options` in order.
  public borrowing func socket(
    _ kind: Socket.Kind, _ options: Socket.Option...
  ) throws(ZeroMQError) -> Socket {
    try socket(kind, options)
  }

  /// A socket with the safe defaults (`Socket.Option.defaults(for:)`), then `options` in order.
  ///
  /// Throws `.tooManySockets` while a few descriptors are still left (`DescriptorLimit.reserve`):
  /// libzmq ends the process when it meets the limit itself.
  public borrowing func socket(
    _ kind: Socket.Kind, _ options: [Socket.Option]
  ) throws(ZeroMQError) -> Socket {
    try DescriptorLimit.requireReserve(to: "open a \(kind) socket")
    var socket = try Socket(kind, in: handle)
    try socket.set(Socket.Option.defaults(for: kind))
    try socket.set(options)
    return socket
  }
}
