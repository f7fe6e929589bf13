import Glibc

extension Endpoint {
  /// True if others than this machine may reach it: tcp, unless on a loopback address.
  ///
  /// Only 127.0.0.0/8, ::1 and the name localhost count as loopback. Any other name could mean
  /// anything, so it counts as a network address.
  public var isNetwork: Bool {
    guard case .tcp = address else { return false }
    return !isLoopback
  }

  /// True if it is a tcp port that only this machine can reach.
  public var isLoopback: Bool {
    guard case .tcp(let host, _) = address else { return false }
    if host.lowercased() == "localhost" { return true }
    var v4 = in_addr()
    if inet_pton(AF_INET, host, &v4) == 1 { return v4.s_addr.bigEndian >> 24 == 127 }
    var v6 = in6_addr()
    guard inet_pton(AF_INET6, host, &v6) == 1 else { return false }
    return withUnsafeBytes(of: &v6) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
  }

  /// The name of its host, where a name service has to say what its address is; nil for an address.
  package var hostName: String? {
    guard case .tcp(let host, _) = address, host != "*", !host.contains(":") else { return nil }
    var v4 = in_addr()
    return host.lowercased() == "localhost" || inet_pton(AF_INET, host, &v4) == 1 ? nil : host
  }

  /// True if it stands for more than one address, so that it can be listened at, but not connected
  /// to.
  public var isWildcard: Bool {
    guard case .tcp(let host, let port) = address else { return false }
    return port == 0 || ["*", "0.0.0.0", "::"].contains(host)
  }
}
