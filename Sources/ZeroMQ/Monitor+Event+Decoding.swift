import CZeroMQ

extension Monitor.Event {
  /// Reads the first frame of an event: its number in 16 bits, then a value in 32, in the order of
  /// this machine.
  init(header: [UInt8], address: String) throws(ZeroMQError) {
    guard header.count == 6 else {
      throw ZeroMQError(
        .malformedMessage, "A monitor's event has \(header.count) bytes instead of 6.")
    }
    let (number, value) = header.withUnsafeBytes {
      (
        $0.loadUnaligned(as: UInt16.self),
        $0.loadUnaligned(fromByteOffset: 2, as: UInt32.self)
      )
    }
    kind = Kind(number: number, value: value)
    self.address = address
    switch kind {
    case .connected, .accepted, .disconnected: descriptor = Int32(truncatingIfNeeded: value)
    default: descriptor = nil
    }
  }
}

extension Monitor.Event.Kind {
  fileprivate init(number: UInt16, value: UInt32) {
    let errno = Int32(truncatingIfNeeded: value)
    self =
      switch Int32(number) {
      case ZMQ_EVENT_CONNECTED: .connected
      case ZMQ_EVENT_CONNECT_DELAYED: .connectDelayed
      case ZMQ_EVENT_CONNECT_RETRIED: .connectRetried(afterMilliseconds: Int(value))
      case ZMQ_EVENT_LISTENING: .listening
      case ZMQ_EVENT_BIND_FAILED: .bindFailed(errno: errno)
      case ZMQ_EVENT_ACCEPTED: .accepted
      case ZMQ_EVENT_ACCEPT_FAILED: .acceptFailed(errno: errno)
      case ZMQ_EVENT_CLOSED: .closed
      case ZMQ_EVENT_CLOSE_FAILED: .closeFailed(errno: errno)
      case ZMQ_EVENT_DISCONNECTED: .disconnected
      case ZMQ_EVENT_MONITOR_STOPPED: .monitorStopped
      case ZMQ_EVENT_HANDSHAKE_SUCCEEDED: .handshakeSucceeded
      case ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL: .handshakeFailed(.system(errno: errno))
      case ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL: .handshakeFailed(.init(violation: value))
      case ZMQ_EVENT_HANDSHAKE_FAILED_AUTH: .handshakeFailed(.refused(status: Int(value)))
      default: .unknown(number: number, value: value)
      }
  }
}

extension Monitor.Event.HandshakeFailure {
  fileprivate init(violation number: UInt32) {
    self =
      switch Int32(truncatingIfNeeded: number) {
      case ZMQ_PROTOCOL_ERROR_ZMTP_CRYPTOGRAPHIC: .cryptographic
      case ZMQ_PROTOCOL_ERROR_ZMTP_MECHANISM_MISMATCH: .mechanismMismatch
      default: .violation(number: number)
      }
  }
}
