import Testing
import ZeroMQ

@Suite("CURVE")
struct CurveTests {
  @Test("A client that knows the server's key gets through, over tcp and ipc")
  func rightKey() throws {
    let directory = TemporaryDirectory()
    let context = try Context()
    let serverKeys = try CurveKeyPair.generate()
    for endpoint in [try Endpoint("tcp://127.0.0.1:*"), try directory.endpoint()] {
      var server = try context.impatientSocket(.rep, .curveServer(serverKeys))
      let bound = try server.bind(endpoint)
      var client = try context.impatientSocket(
        .req, .curveClient(.generate(), serverKey: serverKeys.publicKey))
      try client.connect(bound)
      #expect(try client.send("secret") == .sent)
      #expect(try server.receiveText() == "secret")
      #expect(try server.send("indeed") == .sent)
      #expect(try client.receiveText() == "indeed")
    }
  }

  @Test("A client with another server's key does not get through")
  func wrongKey() throws {
    let context = try Context()
    var server = try context.impatientSocket(.pull, .curveServer(.generate()))
    var monitor = try server.monitor()
    let endpoint = try server.bind(Endpoint("tcp://127.0.0.1:*"))
    var client = try context.impatientSocket(
      .push, .curveClient(.generate(), serverKey: CurveKeyPair.generate().publicKey))
    try client.connect(endpoint)
    #expect(try client.send("secret") == .sent)
    #expect(try monitor.first { $0 == .handshakeFailed(.cryptographic) } != nil)
    #expect(try server.isEmpty())
  }

  @Test("A client without keys does not get through")
  func noKey() throws {
    let context = try Context()
    var server = try context.impatientSocket(.pull, .curveServer(.generate()))
    var monitor = try server.monitor()
    let endpoint = try server.bind(Endpoint("tcp://127.0.0.1:*"))
    var client = try context.impatientSocket(.push)
    try client.connect(endpoint)
    #expect(try client.send("plain") == .sent)
    #expect(try monitor.first { $0 == .handshakeFailed(.mechanismMismatch) } != nil)
    #expect(try server.isEmpty())
  }

  @Test("An authenticator lets in the clients in its list, and no others")
  func authenticator() throws {
    let context = try Context()
    let serverKeys = try CurveKeyPair.generate()
    let friend = try CurveKeyPair.generate()
    let stranger = try CurveKeyPair.generate()
    var gate = try CurveAuthenticator(in: context, admitting: [friend.publicKey])
    var server = try context.impatientSocket(
      .pull, .curveServer(serverKeys), .zapDomain("test"))
    var monitor = try server.monitor()
    let endpoint = try server.bind(Endpoint("tcp://127.0.0.1:*"))

    var refused = try context.impatientSocket(
      .push, .curveClient(stranger, serverKey: serverKeys.publicKey))
    try refused.connect(endpoint)
    #expect(try refused.send("let me in") == .sent)
    let refusal = try answer(&gate)
    #expect(refusal?.isAdmitted == false)
    #expect(refusal?.key == stranger.publicKey)
    #expect(refusal?.address == "127.0.0.1")
    #expect(refusal?.domain == "test")
    #expect(try monitor.first { $0 == .handshakeFailed(.refused(status: 400)) } != nil)
    #expect(try server.isEmpty())
    _ = consume refused

    var admitted = try context.impatientSocket(
      .push, .curveClient(friend, serverKey: serverKeys.publicKey))
    try admitted.connect(endpoint)
    #expect(try admitted.send("it is me") == .sent)
    var decision = try answer(&gate)
    // The stranger may have asked again before it went.
    while let earlier = decision, earlier.key != friend.publicKey { decision = try answer(&gate) }
    #expect(decision?.isAdmitted == true)
    let message = try server.receive()
    #expect([UInt8](copying: message) == Array("it is me".utf8))
    #expect(message.userID == friend.publicKey.z85)
  }

  private func answer(
    _ gate: inout CurveAuthenticator
  ) throws -> CurveAuthenticator.Decision? {
    var poller = Poller()
    poller.add(gate)
    guard try poller.wait(timeoutMilliseconds: patienceMilliseconds) == 1 else { return nil }
    return try gate.answer()
  }

  @Test("Keys survive being written down, and a pair knows its halves")
  func keys() throws {
    #expect(Curve.isAvailable)
    let pair = try CurveKeyPair.generate()
    #expect(pair.publicKey.z85.utf8.count == 40)
    #expect(try CurveKey(z85: pair.publicKey.z85) == pair.publicKey)
    #expect(try CurveKey(bytes: pair.publicKey.bytes) == pair.publicKey)
    let secret = try CurveSecretKey(z85: pair.secretKey.z85)
    #expect(try CurveKeyPair(secretKey: secret) == pair)
    #expect(try CurveKeyPair(publicKey: pair.publicKey, secretKey: secret) == pair)
    #expect(try CurveKeyPair.generate() != pair)
    let other = try CurveKeyPair.generate().publicKey
    let error = try #require(throws: ZeroMQError.self) {
      try CurveKeyPair(publicKey: other, secretKey: secret)
    }
    #expect(error.code == .invalidKey)
  }

  @Test(
    "A malformed key is refused with what is wrong, without being shown",
    arguments: [
      ("short", "5 characters"), (String(repeating: "a", count: 41), "41 characters"),
      (String(repeating: "a", count: 39) + "~", "character 40"),
      ("aaaaaaaaaa\u{e9}" + String(repeating: "a", count: 28), "character 11"),
      (String(repeating: "#", count: 40), "too large"),
    ])
  func malformed(text: String, problem: String) throws {
    for make in [{ _ = try CurveKey(z85: text) }, { _ = try CurveSecretKey(z85: text) }] {
      let error = try #require(throws: ZeroMQError.self) { try make() }
      #expect(error.code == .invalidKey)
      #expect(error.message.contains(problem), "\(error)")
      #expect(!error.description.contains(text))
    }
    #expect(throws: ZeroMQError.self) { try CurveKey(bytes: [1, 2, 3]) }
  }

  @Test("Secrets do not show in what is printed")
  func secrets() throws {
    let pair = try CurveKeyPair.generate()
    var dumped = ""
    dump(pair.secretKey, to: &dumped)
    for text in [
      "\(pair)", "\(pair.secretKey)", dumped, "\(Socket.Option.curveServer(pair))",
      String(reflecting: pair.secretKey),
    ] {
      #expect(!text.contains(pair.secretKey.z85))
      #expect(!text.contains("\(pair.secretKey.bytes)"))
    }
  }
}
