import Foundation

/// A client of HTTP/1.1 that reads no more than it is told to: on threads of its own, since it blocks.
final class RawClient: Sendable {
  private let descriptor: Int32

  /// Connects to a port of this machine.
  ///
  /// - Parameter receiveBytes: The room for what was not read yet; nil for what the system gives.
  init(port: Int, receiveBytes: Int32? = nil) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    if var receiveBytes {
      setsockopt(
        descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBytes, socklen_t(MemoryLayout<Int32>.size))
    }
    var time = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    guard result == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
  }

  deinit { close(descriptor) }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Reads until a text is there, the other side has closed, or half a minute has passed.
  func read(until part: String? = nil) async -> String {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in continuation.resume(returning: readHere(until: part)) }
    }
  }

  /// The same, on the calling thread.
  func readHere(until part: String? = nil) -> String {
    var text = ""
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let end = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < end, part == nil || !text.contains(part ?? "") {
      let count = recv(descriptor, &bytes, bytes.count, 0)
      guard count > 0 else { break }
      text += String(decoding: bytes[..<count], as: UTF8.self)
    }
    return text
  }

  /// Makes one request, and returns the whole answer.
  static func ask(
    _ method: String, _ path: String, port: Int, host: String? = nil, headers: [String] = [],
    body: String = ""
  ) async throws -> String {
    let client = try RawClient(port: port)
    let lines =
      [
        "\(method) \(path) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")",
        "Content-Length: \(body.utf8.count)", "Connection: close",
      ] + headers
    client.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
    return await client.read()
  }
}
