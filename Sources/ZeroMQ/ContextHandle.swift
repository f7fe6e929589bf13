import CZeroMQ
import Glibc

/// libzmq's context, held by the `Context` and by each socket made in it, and freed with the last
/// of them: `zmq_ctx_term` waits for every open socket, so it must come after all of them.
///
/// `@unchecked Sendable`: the pointer never changes, and libzmq's contexts may be used from any
/// thread.
final class ContextHandle: @unchecked Sendable {
  let pointer: UnsafeMutableRawPointer

  init() throws(ZeroMQError) {
    guard let pointer = zmq_ctx_new() else { throw .library("make a ZeroMQ context") }
    self.pointer = pointer
  }

  deinit {
    while zmq_ctx_term(pointer) != 0, zmq_errno() == EINTR {}
  }

  func set(_ option: Int32, to value: Int, name: String) throws(ZeroMQError) {
    guard let number = Int32(exactly: value), zmq_ctx_set(pointer, option, number) == 0 else {
      throw ZeroMQError(
        .invalidOption,
        "Could not make a ZeroMQ context: \(name) cannot be \(value). Choose a value in its range.",
        errno: EINVAL)
    }
  }
}
