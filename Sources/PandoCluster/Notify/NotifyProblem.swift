import Glibc

/// The reason for which a service manager cannot be told anything.
enum NotifyProblem: Error, Equatable, CustomStringConvertible {
  case notAnAddress(String)
  case tooLong(String)
  case noDescriptor(Int32)

  var description: String {
    switch self {
    case .notAnAddress(let name):
      """
      NOTIFY_SOCKET is "\(name)", which is neither an absolute path nor "@" and a name. The service manager \
      hears nothing of this process; under systemd, leave the variable as systemd sets it.
      """
    case .tooLong(let name):
      """
      NOTIFY_SOCKET has \(name.utf8.count) bytes, and the path of a socket has at most 107. The service \
      manager hears nothing of this process.
      """
    case .noDescriptor(let number):
      """
      No socket could be opened for the service manager, which hears nothing of this process: \
      \(String(cString: strerror(number))).
      """
    }
  }
}
