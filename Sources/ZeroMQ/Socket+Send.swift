import CZeroMQ
import Glibc

/// The patience of a call that waits for the other side.
public enum Wait: Hashable, Sendable {
  /// Waits, at most as long as the socket's send or receive timeout (by default for ever).
  case blocking
  /// Returns at once.
  case never

  var flag: Int32 {
    switch self {
    case .blocking: 0
    case .never: ZMQ_DONTWAIT
    }
  }
}

/// The outcome of sending a frame; none of it is an error.
public enum SendOutcome: Hashable, Sendable {
  /// libzmq has taken it. Whether it arrives is for the peer to say.
  case sent
  /// No peer can take it now, or the send timeout passed.
  ///
  /// In the middle of a message of several frames the earlier ones are taken back: begin again
  /// with the first.
  case wouldBlock
  /// A router has no peer with that routing id (`Socket.Option.routerMandatory`). The rest of the
  /// message must not be sent.
  case unreachable
}

extension Socket {
  /// Sends one frame, copying the bytes; `more` says that the message goes on with the next one.
  ///
  /// A signal that interrupts the wait does not end it.
  public mutating func send(
    _ bytes: UnsafeRawBufferPointer, more: Bool = false, wait: Wait = .blocking
  ) throws(ZeroMQError) -> SendOutcome {
    let flags = wait.flag | (more ? ZMQ_SNDMORE : 0)
    while zmq_send(handle, bytes.baseAddress, bytes.count, flags) < 0 {
      if let outcome = try outcomeOfFailedSend() { return outcome }
    }
    return .sent
  }

  /// Sends one frame, copying the bytes; `more` says that the message goes on with the next one.
  public mutating func send(
    _ bytes: RawSpan, more: Bool = false, wait: Wait = .blocking
  ) throws(ZeroMQError) -> SendOutcome {
    let flags = wait.flag | (more ? ZMQ_SNDMORE : 0)
    while bytes.withUnsafeBytes({ zmq_send(handle, $0.baseAddress, $0.count, flags) }) < 0 {
      if let outcome = try outcomeOfFailedSend() { return outcome }
    }
    return .sent
  }

  /// Sends one frame, copying the bytes; `more` says that the message goes on with the next one.
  public mutating func send(
    _ bytes: [UInt8], more: Bool = false, wait: Wait = .blocking
  ) throws(ZeroMQError) -> SendOutcome {
    try send(bytes.span.bytes, more: more, wait: wait)
  }

  /// Sends a message as one frame, without copying what it holds.
  ///
  /// It is empty afterwards if it was sent, to be used again, and as it was otherwise.
  public mutating func send(
    _ message: inout Message, more: Bool = false, wait: Wait = .blocking
  ) throws(ZeroMQError) -> SendOutcome {
    let flags = wait.flag | (more ? ZMQ_SNDMORE : 0)
    while zmq_msg_send(message.storage, handle, flags) < 0 {
      if let outcome = try outcomeOfFailedSend() { return outcome }
    }
    return .sent
  }

  /// Nil means: interrupted by a signal, so try again.
  @inline(never)
  private func outcomeOfFailedSend() throws(ZeroMQError) -> SendOutcome? {
    switch zmq_errno() {
    case EINTR: return nil
    case EAGAIN: return .wouldBlock
    case EHOSTUNREACH: return .unreachable
    case ENOTSUP:
      throw .library("send on a \(kind) socket", code: .wrongState, mend: "It only receives.")
    default: throw .library("send on a \(kind) socket")
    }
  }
}
