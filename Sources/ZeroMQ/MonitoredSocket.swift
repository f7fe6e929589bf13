import CZeroMQ
import Synchronization

/// Ties a `Monitor` to the socket that it watches, so that whichever goes first leaves nothing
/// behind: libzmq's own threads would wait for ever to report to a monitor that is gone.
final class MonitoredSocket: Sendable {
  // The socket's handle, as long as the socket is open and this is its monitor. Whoever holds the
  // lock keeps it open; libzmq lets any thread stop the monitor of a socket that is.
  private let handle: Mutex<UInt?>

  init(_ handle: UnsafeMutableRawPointer) {
    self.handle = Mutex(UInt(bitPattern: handle))
  }

  /// Reports end here, not when libzmq has taken the socket apart: until then its threads would go on
  /// reporting, and the monitor may go in between.
  func socketWillClose() { stop() }

  func monitorWillClose() { stop() }

  private func stop() {
    handle.withLock { handle in
      guard let open = handle.flatMap(UnsafeMutableRawPointer.init(bitPattern:)) else { return }
      zmq_socket_monitor(open, nil, 0)
      handle = nil
    }
  }
}
