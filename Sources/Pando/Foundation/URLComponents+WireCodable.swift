import Foundation
public import PandoWire

// Foundation's decoder ends the process for a scheme that is none, and for a negative port.
extension URLComponents: WireCodable {
  /// Writes true and the string where that tells all; else false and the parts: of some there is no string, as of a host
  /// with a path that does not begin with a slash.
  public func encode(into writer: inout WireWriter) throws(WireError) {
    try writer.beginList()
    if let string, URLComponents(string: string, encodingInvalidCharacters: false) == self {
      try writer.encode(true)
      try writer.encode(string)
    } else {
      try writer.encode(false)
      try writer.encode(scheme)
      try writer.encode(user)
      try writer.encode(password)
      try writer.encode(host)
      try writer.encode(port)
      try writer.encode(path)
      try writer.encode(query)
      try writer.encode(fragment)
    }
    writer.endList()
  }

  /// Reads a string, or the parts.
  ///
  /// - Throws: ``WireError`` where they are none of a URL.
  public init(reading reader: inout WireReader) throws(WireError) {
    try reader.beginList()
    if try reader.decode(Bool.self) {
      let string = try reader.decode(String.self)
      guard let read = URLComponents(string: string, encodingInvalidCharacters: false) else {
        throw WireError(.rejected("\(string.debugDescription) is no URL"))
      }
      self = read
    } else {
      self.init()
      try readParts(&reader)
    }
    try reader.endList()
  }

  private mutating func readParts(_ reader: inout WireReader) throws(WireError) {
    let newScheme = try reader.decode(String?.self)
    if let newScheme, !Self.isScheme(newScheme) {
      throw WireError(.rejected("\(newScheme.debugDescription) is no scheme of a URL"))
    }
    scheme = newScheme
    user = try reader.decode(String?.self)
    password = try reader.decode(String?.self)
    host = try reader.decode(String?.self)
    let newPort = try reader.decode(Int?.self)
    if let newPort, newPort < 0 { throw WireError(.rejected("\(newPort) is no port of a URL")) }
    port = newPort
    path = try reader.decode(String.self)
    query = try reader.decode(String?.self)
    fragment = try reader.decode(String?.self)
  }

  /// Returns whether RFC 3986, 3.1, allows a scheme.
  private static func isScheme(_ text: String) -> Bool {
    guard let first = text.utf8.first, text.allSatisfy(\.isASCII) else { return false }
    let isLetter = { (unit: UInt8) in UInt8(ascii: "a")...UInt8(ascii: "z") ~= unit | 0x20 }
    return isLetter(first)
      && text.utf8.allSatisfy { isLetter($0) || "0123456789+-.".utf8.contains($0) }
  }
}
