import CZeroMQ
import Glibc

extension Socket {
  /// The operations that can be done now without waiting.
  ///
  /// Reading it also lets libzmq take in what its threads have to say, as every send and receive
  /// does.
  public var events: Readiness {
    mutating get throws(ZeroMQError) {
      Readiness(rawValue: Int16(truncatingIfNeeded: try integer(ZMQ_EVENTS, "the events")))
    }
  }

  /// A descriptor that becomes readable when `events` may have changed; for `epoll` and the like.
  ///
  /// It tells of changes, not of states, and it is never written to or read from by its user.
  /// Every call on the socket, a send above all, may consume a change that was meant to say "a
  /// message has come". So the rule, without which wake-ups are lost: after each time that the
  /// descriptor wakes, *and after each send*, read `events`, and while they hold `.readable`
  /// receive until there is nothing left. Only then wait again. `Poller` needs no such care.
  public var fileDescriptor: Int32 {
    mutating get throws(ZeroMQError) { try integer(ZMQ_FD, "the descriptor") }
  }

  private func integer(_ option: Int32, _ name: String) throws(ZeroMQError) -> Int32 {
    var value: Int32 = 0
    var size = MemoryLayout<Int32>.size
    while zmq_getsockopt(handle, option, &value, &size) != 0 {
      guard zmq_errno() == EINTR else { throw .library("read \(name) of a \(kind) socket") }
    }
    return value
  }
}
