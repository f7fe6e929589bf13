/// Where a socket listens or connects: checked when it is made, so that libzmq need not guess.
///
///     ipc:///run/pando/coordinator     a file, on this machine
///     tcp://10.0.0.7:7610              a host and a port; tcp://127.0.0.1:* leaves the port open
///     inproc://monitor                 a name, within one context
public struct Endpoint: Hashable, Sendable {
  /// The parts of an endpoint.
  public enum Address: Hashable, Sendable {
    /// A unix socket, at an absolute path of at most `maxPathBytes`.
    case ipc(path: String)
    /// A port of 0 leaves the choice to the system; the host `*` stands for all of this machine's.
    case tcp(host: String, port: UInt16)
    /// A name that only sockets of the same context know.
    case inproc(name: String)
  }

  /// Its parts.
  public let address: Address

  /// The longest path of an ipc endpoint: what fits into a unix socket's address.
  public static let maxPathBytes = 107

  /// Reads an endpoint as it is written above. Throws `.invalidEndpoint`, saying what is wrong.
  public init(_ text: String) throws(ZeroMQError) {
    do {
      address = try Self.parse(text)
    } catch {
      throw ZeroMQError(
        .invalidEndpoint, "Could not use \"\(text)\" as an endpoint: \(error.problem)")
    }
  }

  /// A unix socket at an absolute path.
  public static func ipc(path: String) throws(ZeroMQError) -> Endpoint {
    try Endpoint("ipc://\(path)")
  }

  /// A tcp port of a host: a name, an IPv4 address, an IPv6 address (without brackets), or `*`.
  public static func tcp(host: String, port: UInt16) throws(ZeroMQError) -> Endpoint {
    try Endpoint("tcp://\(bracketed(host)):\(port)")
  }

  /// A name within one context.
  public static func inproc(name: String) throws(ZeroMQError) -> Endpoint {
    try Endpoint("inproc://\(name)")
  }

  private static func bracketed(_ host: String) -> String {
    host.contains(":") ? "[\(host)]" : host
  }
}

extension Endpoint: CustomStringConvertible {
  /// The endpoint as it is written; `*` for a port that is left open.
  public var description: String {
    switch address {
    case .ipc(let path): "ipc://\(path)"
    case .tcp(let host, 0): "tcp://\(Self.bracketed(host)):*"
    case .tcp(let host, let port): "tcp://\(Self.bracketed(host)):\(port)"
    case .inproc(let name): "inproc://\(name)"
    }
  }
}
