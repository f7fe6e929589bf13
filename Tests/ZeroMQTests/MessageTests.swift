import Glibc
import Testing
import ZeroMQ

@Suite("Messages")
struct MessageTests {
  // Up to 33 bytes lie inside of libzmq's message, more on the heap.
  @Test("Frames of every size arrive as they were", arguments: [0, 1, 33, 34, 255, 256, 65_536])
  func sizes(count: Int) throws {
    let directory = TemporaryDirectory()
    let context = try Context()
    var server = try context.impatientSocket(.pair)
    let endpoint = try server.bind(directory.endpoint())
    var client = try context.impatientSocket(.pair)
    try client.connect(endpoint)
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    #expect(try client.send(bytes, more: true) == .sent)
    #expect(try client.send(bytes.span.bytes, more: true) == .sent)
    var message = Message(copying: bytes)
    #expect(try client.send(&message) == .sent)
    #expect(message.isEmpty == true)

    #expect(try server.receive(into: &message))
    #expect(message.count == count)
    #expect(message.hasMore == true)
    #expect([UInt8](copying: message) == bytes)
    #expect(try server.receiveFrames() == [bytes, bytes])
  }

  @Test("Its bytes can be looked at in place")
  func bytes() throws {
    let message = Message(copying: [1, 2, 3])
    #expect(message.withBytes { $0.byteCount } == 3)
    #expect(message.withBytes { $0.unsafeLoad(fromByteOffset: 1, as: UInt8.self) } == 2)
    #expect(message.withUnsafeBytes { $0.reduce(0, +) } == 6)
    #if hasFeature(Lifetimes)
      let span = message.bytes
      #expect(span.unsafeLoad(fromByteOffset: 2, as: UInt8.self) == 3)
    #endif
    #expect(Message().count == 0)
    #expect(Message().hasMore == false)
  }

  @Test("It can be written in place, and what the writer throws goes through")
  func writing() throws {
    let message = Message(byteCount: 40) { $0.initializeMemory(as: UInt8.self, repeating: 9) }
    #expect([UInt8](copying: message) == [UInt8](repeating: 9, count: 40))
    struct Refused: Error {}
    #expect(throws: Refused.self) { try useless() }
    func useless() throws(Refused) {
      _ = Message(copying: [])
      _ = try Message(byteCount: 100) { _ throws(Refused) in throw Refused() }
    }
  }

  @Test("A message knows where it came from: an address over tcp, a process over ipc")
  func peerAddress() throws {
    let directory = TemporaryDirectory()
    let context = try Context()
    for (endpoint, address) in [
      (try Endpoint("tcp://127.0.0.1:*"), "127.0.0.1"),
      (try directory.endpoint(), "localhost:\(geteuid()):\(getegid()):\(getpid())"),
    ] {
      var server = try context.impatientSocket(.pull)
      let bound = try server.bind(endpoint)
      var client = try context.impatientSocket(.push)
      try client.connect(bound)
      #expect(try client.send([1]) == .sent)
      let message = try server.receive()
      #expect(message.peerAddress == address)
      #expect(message.peerProcessID == (address == "127.0.0.1" ? nil : getpid()))
      #expect(message.property("Socket-Type") == "PUSH")
      #expect(message.property("No-Such") == nil)
      #expect(message.userID == nil)
    }
  }
}
