import Glibc

/// Where a status page is served: an address of IPv4 and a port.
package struct PageAddress: Equatable, Sendable, CustomStringConvertible {
  package let host: String
  package let port: UInt16

  /// Why an address cannot be used.
  package struct Problem: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
      self.description = description
    }
  }

  /// Reads `127.0.0.1:9465`. Port 0 is any that is free.
  ///
  /// - Parameter mayBeOnNetwork: Whether others than this machine may be let in. Reading asks for no key:
  ///   whoever reaches the address reads the page.
  package init(_ text: String, mayBeOnNetwork: Bool) throws(Problem) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    let host = name == "localhost" ? "127.0.0.1" : name
    guard parts.count == 2, let port = UInt16(parts[1]), Self.isNumeric(host) else {
      throw Problem("\"\(text)\" is no address for a page; write 127.0.0.1:9465, say")
    }
    guard mayBeOnNetwork || host.hasPrefix("127.") else {
      throw Problem(
        """
        \(text) can be reached from other machines, and the page asks nobody who reads it for a key. Serve it at \
        127.0.0.1, and reach it with "ssh -L 9465:127.0.0.1:9465 HOST"; or add --page-on-network if whoever \
        reaches that address may read it.
        """)
    }
    self.host = host
    self.port = port
  }

  /// True for an address of IPv4 in figures.
  package static func isNumeric(_ host: String) -> Bool {
    var address = in_addr()
    return inet_pton(AF_INET, host, &address) == 1
  }

  /// True if no other machine reaches it.
  package var isLoopback: Bool { host.hasPrefix("127.") }

  package var description: String { "\(host):\(port)" }
}
