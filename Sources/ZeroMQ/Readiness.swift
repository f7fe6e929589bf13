import CZeroMQ
import Glibc

/// The conditions that a socket or descriptor is waited for, or is ready for.
public struct Readiness: OptionSet, Hashable, Sendable {
  /// libzmq's bits, which are not those of the system's `poll`.
  public let rawValue: Int16

  /// A set out of libzmq's bits.
  public init(rawValue: Int16) {
    self.rawValue = rawValue
  }

  /// A receive would not wait.
  public static let readable = Readiness(rawValue: Int16(ZMQ_POLLIN))
  /// A send would not wait.
  public static let writable = Readiness(rawValue: Int16(ZMQ_POLLOUT))
  /// A plain descriptor has failed or was hung up. Never of a socket.
  public static let failed = Readiness(rawValue: Int16(ZMQ_POLLERR))

  /// The bits of the system's `poll`, which tells of failures unasked.
  var systemValue: Int16 {
    (contains(.readable) ? Int16(POLLIN) : 0) | (contains(.writable) ? Int16(POLLOUT) : 0)
  }

  /// The same set as libzmq makes of what the system's `poll` says.
  init(systemValue: Int16) {
    self = []
    if systemValue & Int16(POLLIN) != 0 { insert(.readable) }
    if systemValue & Int16(POLLOUT) != 0 { insert(.writable) }
    if systemValue & ~Int16(POLLIN | POLLOUT) != 0 { insert(.failed) }
  }
}
