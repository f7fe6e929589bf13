/// An origin that a page is reached by, besides its own address: that of a proxy with TLS.
package struct PageOrigin: Equatable, Sendable {
  /// The origin as a browser tells it: in lower case, and without the port that its scheme has anyway.
  package let text: String
  /// The host without a port.
  package let host: String

  /// Why an origin cannot be used.
  package struct Problem: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  /// Reads `https://pando.example.com`, with a port where it has one.
  package init(_ text: String) throws(Problem) {
    let problem = Problem(
      description:
        "\"\(text)\" is no origin; write https://pando.example.com, with a port and no path behind it"
    )
    let lower = text.lowercased()
    guard let scheme = ["https://", "http://"].first(where: lower.hasPrefix) else { throw problem }
    let parts = lower.dropFirst(scheme.count).split(
      separator: ":", omittingEmptySubsequences: false)
    guard let host = parts.first, !host.isEmpty, parts.count <= 2,
      host.utf8.allSatisfy(Self.isPartOfName)
    else { throw problem }
    self.host = String(host)
    guard parts.count == 2 else {
      self.text = lower
      return
    }
    guard let port = UInt16(parts[1]), port > 0, "\(port)" == parts[1] else { throw problem }
    self.text = port == (scheme == "https://" ? 443 : 80) ? "\(scheme)\(host)" : lower
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "."), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
