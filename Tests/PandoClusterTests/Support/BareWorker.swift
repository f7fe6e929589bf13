import Foundation
import PandoHosting
import PandoWire
import ZeroMQ

/// A worker that speaks ZMTP by itself, byte by byte, on a socket of the system: it sends what libzmq never would, at a
/// moment that it chooses.
final class BareWorker: @unchecked Sendable {
  let endpoint: Endpoint
  private let listener: Int32
  // Of the thread that is in a call.
  private var connection: Int32 = -1
  private var received: [UInt8] = []

  struct Problem: Error {
    let what: String
  }

  /// - Parameter path: The file to listen at.
  init(at path: String) throws {
    endpoint = try Endpoint("ipc://\(path)")
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let status = withUnsafeBytes(of: &address) { bytes in
      bind(
        listener, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self),
        socklen_t(bytes.count))
    }
    guard status == 0, listen(listener, 8) == 0 else { throw Problem(what: "it cannot listen") }
  }

  deinit {
    hangUp()
    close(listener)
  }

  /// Takes a connection, shakes hands, hears the client's hello, and says welcome. It hosts nothing.
  func welcome() throws {
    try takeConnection()
    try hear("PANDO")
    var writer = WireWriter()
    WorkerMessage.welcome(Welcome(processID: getpid(), features: [])).encode(into: &writer)
    guard write(Self.frame(writer.bytes)) else { throw Problem(what: "it cannot say welcome") }
  }

  /// Takes a connection as the next life of the worker, which knows of no client, and refuses to go on.
  func refuseStranger() throws {
    received.removeAll()
    try takeConnection()
    try hear("READY")
    var writer = WireWriter()
    WorkerMessage.refuse(reason: WorkerMessage.strangerReason).encode(into: &writer)
    guard write(Self.frame(writer.bytes)) else { throw Problem(what: "it cannot refuse") }
  }

  /// Takes a connection as one that does not know how to speak.
  func breakHandshake() throws {
    connection = accept(listener, nil, nil)
    // Where its READY should be.
    guard write(Self.greeting), write(Self.frame([0])) else {
      throw Problem(what: "it cannot write")
    }
  }

  private static let greeting: [UInt8] = {
    let head = [0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F, 3, 1] + Array("NULL".utf8)
    return head + Array(repeating: 0, count: 64 - head.count)
  }()

  private func takeConnection() throws {
    connection = accept(listener, nil, nil)
    let name = Array("Socket-Type".utf8)
    let kind = Array("ROUTER".utf8)
    let ready =
      [5] + Array("READY".utf8) + [UInt8(name.count)] + name + [0, 0, 0, UInt8(kind.count)] + kind
    guard write(Self.greeting), write(Self.command(ready)) else {
      throw Problem(what: "no handshake")
    }
  }

  /// Reads until a text has come.
  private func hear(_ text: String) throws {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while received.firstRange(of: Array(text.utf8)) == nil {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { throw Problem(what: "the client said no \(text)") }
      received += buffer[..<count]
    }
  }

  /// Writes all of the bytes; false where the connection is gone.
  func write(_ bytes: [UInt8]) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        send(
          connection, $0.baseAddress! + written, $0.count - written, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }

  func hangUp() {
    if connection >= 0 { close(connection) }
    connection = -1
  }

  /// Returns a message of one frame.
  static func frame(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.count < 256 { return [0, UInt8(bytes.count)] + bytes }
    return [2] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) }
      + bytes
  }

  /// A question of ZMTP whether the other end is there.
  static let ping = command([4] + Array("PING".utf8) + [0, 0])

  private static func command(_ bytes: [UInt8]) -> [UInt8] { [4, UInt8(bytes.count)] + bytes }
}
