import Glibc
import Testing

@testable import PandoCluster

/// A client of a scrape server, as a socket.
final class ScrapePeer {
  private let descriptor: Int32

  init(_ address: String) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var place = try ServedAddress(address, for: .metrics, mayBeOnNetwork: false).socketAddress
    let status = withUnsafePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(status == 0)
  }

  deinit { close(descriptor) }

  func send(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes {
      Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
  }

  func isReadable(withinMilliseconds milliseconds: Int32) -> Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, milliseconds) > 0
  }

  /// Returns what a server serves at /metrics.
  static func scrape(_ address: String) throws -> String {
    let peer = try ScrapePeer(address)
    peer.send(Array("GET /metrics HTTP/1.1\r\nHost: \(address)\r\n\r\n".utf8))
    let answer = peer.readAll()
    let body = try #require(answer.firstRange(of: "\r\n\r\n"))
    return String(answer[body.upperBound...])
  }

  /// Reads until the server closes the connection, for half a minute at most.
  func readAll() -> String {
    var bytes: [UInt8] = []
    var patience = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var part = [UInt8](repeating: 0, count: 65_536)
    while case let count = recv(descriptor, &part, part.count, 0), count > 0 {
      bytes += part[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
