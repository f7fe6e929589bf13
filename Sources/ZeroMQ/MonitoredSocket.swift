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

  func socketWillClose() {
    handle.withLock { $0 = nil }
  }

  func monitorWillClose() {
    handle.withLock { handle in
      guard let open = handle.flatMap(UnsafeMutableRawPointer.init(bitPattern:)) else { return }
      zmq_socket_monitor(open, nil, 0)
      handle = nil
    }
  }
}
