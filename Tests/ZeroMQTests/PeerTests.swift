import Glibc
import Testing
import ZeroMQ

@Suite("Peers that come and go")
struct PeerTests {
  @Test("The monitor reports connections from the first attempt to the end, on both sides")
  func monitor() throws {
    let directory = TemporaryDirectory()
    let context = try Context()
    var client = try context.impatientSocket(.dealer)
    var clientMonitor = try client.monitor()
    try client.connect(directory.endpoint())
    #expect(
      try clientMonitor.first {
        if case .connectRetried = $0 { true } else { false }
      } != nil)

    var server = try context.impatientSocket(.router)
    var serverMonitor = try server.monitor()
    let endpoint = try server.bind(directory.endpoint())
    let listening = try serverMonitor.first { $0 == .listening }
    #expect(listening?.address == "\(endpoint)")
    #expect(try clientMonitor.first { $0 == .connected } != nil)
    #expect(try clientMonitor.first { $0 == .handshakeSucceeded } != nil)
    #expect(try serverMonitor.first { $0 == .accepted } != nil)
    #expect(try serverMonitor.first { $0 == .handshakeSucceeded } != nil)

    _ = consume server
    #expect(try serverMonitor.first { $0 == .monitorStopped } != nil)
    #expect(try clientMonitor.first { $0 == .disconnected } != nil)
  }

  @Test("A monitor that goes first, or is replaced, leaves its socket working")
  func monitorGoesFirst() throws {
    let directory = TemporaryDirectory()
    let context = try Context()
    var client = try context.impatientSocket(.dealer)
    do {
      let unread = try client.monitor()
      _ = consume unread
      let replaced = try client.monitor()
      var monitor = try client.monitor()
      _ = consume replaced
      try client.connect(directory.endpoint())
      #expect(
        try monitor.first {
          if case .connectRetried = $0 { true } else { false }
        } != nil)
    }
    // Connections that come and go now have nobody to be reported to.
    for round in 1...3 {
      var server = try context.impatientSocket(.router)
      try server.bind(directory.endpoint())
      // What was handed to the server before is lost with it, so this may take more than one.
      let arrived = try eventually {
        try client.send("\(round)") == .sent && !server.isEmpty()
      }
      #expect(arrived, "round \(round)")
    }
  }

  @Test("A socket with ZMQ_IMMEDIATE keeps nothing for the successor of a peer that died")
  func successor() throws {
    let directory = TemporaryDirectory()
    let endpoint = try directory.endpoint()
    let context = try Context()
    var client = try context.impatientSocket(.dealer, .immediate(true))
    try client.connect(endpoint)

    var first = try context.impatientSocket(.router)
    try first.bind(endpoint)
    #expect(try client.send("for the first") == .sent)
    #expect(try first.receiveFrames().last == Array("for the first".utf8))
    for _ in 0..<100 { #expect(try client.send("for the first, unread") == .sent) }
    _ = consume first
    #expect(try eventually { try client.send("for nobody", wait: .never) == .wouldBlock })

    var second = try context.impatientSocket(.router)
    try second.bind(endpoint)
    #expect(try client.send("for the second") == .sent)
    #expect(try second.receiveFrames().last == Array("for the second".utf8))
  }

  @Test("A router has nothing for a new routing id that was meant for an old one")
  func freshRoutingID() throws {
    let directory = TemporaryDirectory()
    let endpoint = try directory.endpoint()
    let context = try Context()
    var router = try context.impatientSocket(.router)
    try router.bind(endpoint)

    var first = try context.impatientSocket(.dealer, .routingID(Array("life 1".utf8)))
    try first.connect(endpoint)
    #expect(try first.send("hello") == .sent)
    #expect(try router.receiveFrames()[0] == Array("life 1".utf8))
    for _ in 0..<100 {
      #expect(try router.send("life 1", more: true) == .sent)
      #expect(try router.send("for the first life") == .sent)
    }
    _ = consume first
    #expect(
      try eventually {
        guard try router.send("life 1", more: true) == .sent else { return true }
        _ = try router.send("for the first life")
        return false
      })

    var second = try context.impatientSocket(.dealer, .routingID(Array("life 2".utf8)))
    try second.connect(endpoint)
    #expect(try second.send("hello") == .sent)
    #expect(try router.receiveFrames()[0] == Array("life 2".utf8))
    #expect(try router.send("life 2", more: true) == .sent)
    #expect(try router.send("for the second life") == .sent)
    #expect(try second.receiveText() == "for the second life")
  }

  @Test("A peer that is connected but silent is dropped by the heartbeat")
  func heartbeat() throws {
    let directory = TemporaryDirectory()
    let context = try Context()
    var server = try context.impatientSocket(
      .router,
      .heartbeat(intervalMilliseconds: 20, timeoutMilliseconds: 50),
      .handshakeInterval(milliseconds: 0))
    var monitor = try server.monitor()
    try server.bind(directory.endpoint())

    // A process that is stopped in the middle: it has greeted, and then never says anything.
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) {
      $0.copyBytes(from: "\(directory.path)/socket".utf8)
    }
    let result = withUnsafeBytes(of: &address) {
      connect(
        descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
    }
    try #require(result == 0)
    let greeting: [UInt8] =
      [0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F, 3, 0] + Array("NULL".utf8)
      + [UInt8](repeating: 0, count: 48)
    let ready: [UInt8] =
      [4, 0x19, 5] + Array("READY".utf8) + [11] + Array("Socket-Type".utf8) + [0, 0, 0, 1]
    try #require(write(descriptor, greeting, 64) == 64)
    // READY with the socket type DEALER.
    let property = Array(ready.dropLast(4)) + [0, 0, 0, 6] + Array("DEALER".utf8)
    var command = property
    command[1] = UInt8(property.count - 2)
    try #require(write(descriptor, command, command.count) == command.count)

    #expect(try monitor.first { $0 == .handshakeSucceeded } != nil)
    #expect(try monitor.first { $0 == .disconnected } != nil)
  }
}
