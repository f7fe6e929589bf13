extension Endpoint {
  /// An error in an endpoint's text, with what to write instead.
  struct Invalid: Error {
    let problem: String
  }

  static func parse(_ text: String) throws(Invalid) -> Address {
    // libzmq reads the text up to the first zero byte.
    guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      throw Invalid(problem: "it holds a control character.")
    }
    guard let separator = text.firstRange(of: "://") else {
      throw Invalid(problem: "it has no scheme. \(forms)")
    }
    let rest = text[separator.upperBound...]
    switch text[..<separator.lowerBound] {
    case "ipc": return .ipc(path: try path(rest))
    case "tcp": return try hostAndPort(rest)
    case "inproc": return .inproc(name: try name(rest))
    case let scheme: throw Invalid(problem: "its scheme \"\(scheme)\" is unknown. \(forms)")
    }
  }

  private static let forms = "Write ipc:///path, tcp://host:port or inproc://name."

  private static func path(_ path: Substring) throws(Invalid) -> String {
    if path == "*" {
      throw Invalid(problem: "the wildcard names no file. Write ipc:///path.")
    }
    if path.hasPrefix("@") {
      throw Invalid(
        problem: "an abstract socket has no file, so every user could reach it. Write ipc:///path.")
    }
    guard path.hasPrefix("/") else {
      throw Invalid(
        problem: "its path is not absolute, and would depend on where each process was started. "
          + "Write ipc:///path, with three slashes.")
    }
    guard !path.hasSuffix("/") else {
      throw Invalid(problem: "its path names a directory. Add the name of the socket's file.")
    }
    let length = path.utf8.count
    guard length <= maxPathBytes else {
      throw Invalid(
        problem: "its path has \(length) bytes, and a unix socket's may have \(maxPathBytes). "
          + "Choose a shorter directory, such as one in /run or /tmp.")
    }
    return String(path)
  }

  private static func name(_ name: Substring) throws(Invalid) -> String {
    guard (1...255).contains(name.utf8.count) else {
      throw Invalid(problem: "an inproc name has 1 to 255 bytes.")
    }
    return String(name)
  }

  private static func hostAndPort(_ text: Substring) throws(Invalid) -> Address {
    guard let colon = text.lastIndex(of: ":"), !text.hasSuffix("]") else {
      throw Invalid(
        problem: "the port is missing. Write tcp://host:port, or tcp://host:* for any free port.")
    }
    let host = try host(text[..<colon])
    return .tcp(host: host, port: try port(text[text.index(after: colon)...]))
  }

  private static func host(_ text: Substring) throws(Invalid) -> String {
    var host = text
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
      guard host.contains(":") else {
        throw Invalid(problem: "only an IPv6 address is written in brackets.")
      }
    } else if host.contains(":") {
      throw Invalid(problem: "an IPv6 address is written in brackets: tcp://[::1]:7610.")
    }
    guard !host.isEmpty else {
      throw Invalid(problem: "the host is missing. Write tcp://host:port; * is every address.")
    }
    let isName = host.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"),
        UInt8(ascii: "%"):
        true
      default: false
      }
    }
    guard host == "*" || isName else {
      throw Invalid(problem: "\"\(host)\" is not a host. Use a name, an address, or * alone.")
    }
    return String(host)
  }

  private static func port(_ text: Substring) throws(Invalid) -> UInt16 {
    if text == "*" { return 0 }
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard isNumber else {
      throw Invalid(
        problem: text.isEmpty
          ? "the port is missing. Write a number, or * for any free port."
          : "its port \"\(text)\" is not a number. Write 1 to 65535, or * for any free port.")
    }
    guard let port = UInt16(text) else {
      throw Invalid(problem: "its port \(text) is out of range. Ports go from 1 to 65535.")
    }
    return port
  }
}
