import Foundation

/// Returns a port of the loopback address that was free a moment ago.
func freePort() -> UInt16 {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(descriptor) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  withUnsafeMutablePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      _ = bind(descriptor, $0, length)
      _ = getsockname(descriptor, $0, &length)
    }
  }
  return UInt16(bigEndian: address.sin_port)
}
