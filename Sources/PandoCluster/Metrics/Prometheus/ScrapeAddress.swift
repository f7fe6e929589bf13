import CProcess
import Glibc

/// Where metrics are served: an address of IPv4 and a port.
package struct ScrapeAddress: Equatable, Sendable, CustomStringConvertible {
  let host: String
  let port: UInt16

  /// Why an address cannot be used.
  package struct Problem: Error, CustomStringConvertible {
    package let description: String
  }

  /// Reads `127.0.0.1:9464`. Port 0 is any that is free.
  ///
  /// - Parameter mayBeOnNetwork: Whether others than this machine may be let in. There are no keys: whoever
  ///   reaches the address reads the metrics.
  package init(_ text: String, mayBeOnNetwork: Bool) throws(Problem) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    let host = name == "localhost" ? "127.0.0.1" : name
    var address = in_addr()
    guard parts.count == 2, let port = UInt16(parts[1]), inet_pton(AF_INET, host, &address) == 1
    else {
      throw Problem(
        description: "\"\(text)\" is no address for metrics; write 127.0.0.1:9464, say")
    }
    guard mayBeOnNetwork || host.hasPrefix("127.") else {
      throw Problem(
        description: """
          \(text) can be reached from other machines, and asks for no key. Serve metrics at 127.0.0.1, or add \
          --metrics-on-network if whoever reaches that address may read them.
          """)
    }
    self.host = host
    self.port = port
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
