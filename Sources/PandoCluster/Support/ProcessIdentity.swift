import Glibc

/// The identity of this process, for others.
package enum ProcessIdentity {
  package static var processID: Int32 { getpid() }

  /// The name of this machine; empty when it has none.
  package static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
