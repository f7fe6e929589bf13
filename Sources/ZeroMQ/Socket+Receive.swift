import CZeroMQ
import Glibc

extension Socket {
  /// Receives one frame into `message`; false means that there is none now, or that the receive
  /// timeout passed. What the message held before is gone either way.
  ///
  /// Keep one message and receive into it: that allocates nothing beyond what libzmq itself does,
  /// which is nothing for frames of up to 33 bytes. A signal that interrupts the wait does not end
  /// it.
  public mutating func receive(
    into message: inout Message, wait: Wait = .blocking
  ) throws(ZeroMQError) -> Bool {
    while zmq_msg_recv(message.storage, handle, wait.flag) < 0 {
      if try noFrameIsThere() { return false }
    }
    return true
  }

  /// Waits for one frame. Throws `.timedOut` when the socket's receive timeout passes first.
  public mutating func receive() throws(ZeroMQError) -> Message {
    var message = Message()
    guard try receive(into: &message) else {
      throw .library("receive on a \(kind) socket", code: .timedOut, mend: "No message came.")
    }
    return message
  }

  /// False means: interrupted by a signal, so try again.
  @inline(never)
  private func noFrameIsThere() throws(ZeroMQError) -> Bool {
    switch zmq_errno() {
    case EINTR: return false
    case EAGAIN: return true
    case ENOTSUP:
      throw .library("receive on a \(kind) socket", code: .wrongState, mend: "It only sends.")
    default: throw .library("receive on a \(kind) socket")
    }
  }
}
