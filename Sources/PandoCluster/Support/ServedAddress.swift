import CProcess
import Glibc

/// Where metrics or a page are served: an address of IPv4 and a port.
package struct ServedAddress: Equatable, Sendable, CustomStringConvertible {
  /// The thing that is served there.
  package enum Purpose: Sendable {
    case metrics
    case page
  }

  package let host: String
  package let port: UInt16

  /// Why an address cannot be used.
  package struct Problem: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
      self.description = description
    }
  }

  /// Reads `127.0.0.1:9464`. Port 0 is any that is free.
  ///
  /// - Parameter mayBeOnNetwork: Whether others than this machine may be let in. There are no keys: whoever
  ///   reaches the address reads what is served.
  package init(
    _ text: String, for purpose: Purpose, mayBeOnNetwork: Bool
  ) throws(Problem) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    let host = name == "localhost" ? "127.0.0.1" : name
    guard parts.count == 2, let port = UInt16(parts[1]), Self.isNumeric(host) else {
      throw Problem(
        "\"\(text)\" is no address for \(purpose.name); write 127.0.0.1:\(purpose.port), say")
    }
    guard mayBeOnNetwork || host.hasPrefix("127.") else {
      throw Problem("\(text) can be reached from other machines, \(purpose.advice)")
    }
    self.host = host
    self.port = port
  }

  /// True for an address of IPv4 in figures.
  package static func isNumeric(_ host: String) -> Bool {
    var address = in_addr()
    return inet_pton(AF_INET, host, &address) == 1
  }

  package var description: String { "\(host):\(port)" }

  /// The same for the system.
  var socketAddress: sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    _ = inet_pton(AF_INET, host, &address.sin_addr)
    return address
  }
}

extension ServedAddress.Purpose {
  fileprivate var name: String {
    switch self {
    case .metrics: "metrics"
    case .page: "a page"
    }
  }

  /// The port of examples.
  fileprivate var port: Int {
    switch self {
    case .metrics: 9_464
    case .page: 9_465
    }
  }

  /// Completes "ADDRESS can be reached from other machines, ...".
  fileprivate var advice: String {
    switch self {
    case .metrics:
      """
      and asks for no key. Serve metrics at 127.0.0.1, or add --metrics-on-network if whoever reaches that \
      address may read them.
      """
    case .page:
      """
      and the page asks nobody who reads it for a key. Serve it at 127.0.0.1, and reach it with "ssh -L \
      9465:127.0.0.1:9465 HOST"; or add --page-on-network if whoever reaches that address may read it.
      """
    }
  }
}
