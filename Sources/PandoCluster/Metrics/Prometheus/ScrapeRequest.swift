/// A request of HTTP/1.x, as far as an endpoint with one page needs it. Pure: bytes go in.
struct ScrapeRequest: Equatable {
  /// The number of bytes of the longest request; nothing is read of a body.
  static let bytesAtMost = 8 << 10

  /// The state of a request that comes in parts.
  enum Reading: Equatable {
    case more
    case whole(ScrapeRequest)
    case bad(status: String)
  }

  let method: String
  let path: String

  /// Reads what has come so far.
  static func read(_ bytes: [UInt8]) -> Reading {
    guard let end = endOfHead(bytes) else {
      return bytes.count > bytesAtMost
        ? .bad(status: "431 Request Header Fields Too Large") : .more
    }
    guard end <= bytesAtMost else { return .bad(status: "431 Request Header Fields Too Large") }
    // By bytes: the end of a line is one character to a string.
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    let parts = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard parts.count == 3, parts[2].hasPrefix("HTTP/1."), parts[1].hasPrefix("/") else {
      return .bad(status: "400 Bad Request")
    }
    let path = parts[1].prefix { $0 != "?" }
    return .whole(ScrapeRequest(method: String(parts[0]), path: String(path)))
  }

  /// The place behind the empty line that ends the head.
  private static func endOfHead(_ bytes: [UInt8]) -> Int? {
    var lineIsEmpty = false
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "\n"):
        if lineIsEmpty { return index + 1 }
        lineIsEmpty = true
      case UInt8(ascii: "\r"): break
      default: lineIsEmpty = false
      }
    }
    return nil
  }

  /// Returns the whole answer.
  func answer(metrics: () -> String) -> String {
    guard method == "GET" || method == "HEAD" else {
      return Self.answer("405 Method Not Allowed", "only GET and HEAD\n", hasBody: true)
    }
    let hasBody = method == "GET"
    switch path {
    case "/metrics":
      return Self.answer("200 OK", metrics(), hasBody: hasBody)
    case "/":
      return Self.answer("200 OK", "Metrics for Prometheus are at /metrics.\n", hasBody: hasBody)
    default:
      return Self.answer("404 Not Found", "there is /metrics, and nothing else\n", hasBody: hasBody)
    }
  }

  static func answer(_ status: String, _ body: String, hasBody: Bool = true) -> String {
    """
    HTTP/1.1 \(status)\r
    Content-Type: text/plain; version=0.0.4; charset=utf-8\r
    Content-Length: \(body.utf8.count)\r
    Connection: close\r
    \r
    \(hasBody ? body : "")
    """
  }
}
