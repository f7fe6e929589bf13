import Testing
import ZeroMQ

@Suite("Sending and receiving")
struct TrafficTests {
  @Test("A burst of 20,000 messages that nobody reads yet arrives whole, both ways")
  func burst() throws {
    let directory = TemporaryDirectory()
    let context = try Context()
    var router = try context.impatientSocket(.router)
    let endpoint = try router.bind(directory.endpoint())
    var dealer = try context.impatientSocket(.dealer)
    try dealer.connect(endpoint)
    let count = 20_000

    for number in 0..<count {
      guard try dealer.send("\(number)") == .sent else {
        Issue.record("only \(number) were taken")
        return
      }
    }
    var message = Message()
    var wrong = 0
    for number in 0..<count {
      let frames = try router.receiveFrames()
      if frames.last != Array("\(number)".utf8) { wrong += 1 }
      guard try router.send(frames[0], more: true) == .sent, try router.send(frames[1]) == .sent
      else {
        Issue.record("only \(number) were answered")
        return
      }
    }
    for number in 0..<count {
      guard try dealer.receive(into: &message) else {
        Issue.record("only \(number) came back")
        return
      }
      if [UInt8](copying: message) != Array("\(number)".utf8) { wrong += 1 }
    }
    #expect(wrong == 0)
    #expect(try dealer.isEmpty())
  }

  @Test("An unknown routing id is an event, and the router goes on")
  func unreachable() throws {
    let directory = TemporaryDirectory()
    let context = try Context()
    var router = try context.impatientSocket(.router)
    let endpoint = try router.bind(directory.endpoint())
    #expect(try router.send("nobody", more: true) == .unreachable)
    #expect(try router.send("nobody", more: true, wait: .never) == .unreachable)

    var dealer = try context.impatientSocket(.dealer, .routingID(Array("somebody".utf8)))
    try dealer.connect(endpoint)
    #expect(try dealer.send("hello") == .sent)
    #expect(try router.receiveFrames() == [Array("somebody".utf8), Array("hello".utf8)])
    #expect(try router.send("somebody", more: true) == .sent)
    #expect(try router.send("hello to you") == .sent)
    #expect(try dealer.receiveText() == "hello to you")
  }

  @Test("A send that would block is an event, for bytes and for messages, which stay whole")
  func wouldBlock() throws {
    let context = try Context()
    var push = try context.socket(.push)
    #expect(try push.send("nobody there", wait: .never) == .wouldBlock)
    var message = Message(copying: [1, 2, 3])
    #expect(try push.send(&message, wait: .never) == .wouldBlock)
    #expect([UInt8](copying: message) == [1, 2, 3])
    try push.set(.sendTimeout(milliseconds: 1))
    #expect(try push.send(&message) == .wouldBlock)
  }

  @Test("A high-water mark makes senders wait, where it is asked for")
  func highWaterMark() throws {
    let directory = TemporaryDirectory()
    let context = try Context()
    var dealer = try context.socket(.dealer, .sendHighWaterMark(messages: 5))
    try dealer.connect(directory.endpoint())
    var outcomes: [SendOutcome] = []
    for _ in 0..<6 { outcomes.append(try dealer.send("x", wait: .never)) }
    #expect(outcomes == Array(repeating: .sent, count: 5) + [.wouldBlock])
  }

  @Test("A receive that would block is an event; one that must return a message times out")
  func nothingThere() throws {
    let context = try Context()
    var pull = try context.socket(.pull, .receiveTimeout(milliseconds: 1))
    #expect(try pull.isEmpty())
    var message = Message(copying: [1])
    #expect(try pull.receive(into: &message) == false)
    #expect(message.isEmpty == true)
    #expect(try capture { () throws(ZeroMQError) in try pull.receive() }.code == .timedOut)
  }

  @Test("Using a socket against its kind is an error that says so")
  func wrongWay() throws {
    let context = try Context()
    var pull = try context.socket(.pull)
    let send = try capture { () throws(ZeroMQError) in try pull.send([1]) }
    #expect(send.code == .wrongState)
    #expect(send.message.contains("pull"))
    var push = try context.socket(.push)
    #expect(try capture { () throws(ZeroMQError) in try push.receive() }.code == .wrongState)
    var request = try context.socket(.req)
    let receive = try capture { () throws(ZeroMQError) in try request.receive() }
    #expect(receive.code == .wrongState)
    #expect(receive.message.contains("in turn"))
  }

  @Test("A frame above the limit costs its sender the connection, and nobody else")
  func tooLarge() throws {
    let directory = TemporaryDirectory()
    let context = try Context()
    var router = try context.impatientSocket(.router, .maxMessageBytes(1000))
    var monitor = try router.monitor()
    let endpoint = try router.bind(directory.endpoint())
    var good = try context.impatientSocket(.dealer, .routingID([1]))
    try good.connect(endpoint)
    #expect(try good.send([UInt8](repeating: 0, count: 1000)) == .sent)
    #expect(try router.receiveFrames()[1].count == 1000)

    var bad = try context.impatientSocket(.dealer, .routingID([2]))
    try bad.connect(endpoint)
    #expect(try bad.send([UInt8](repeating: 0, count: 1001)) == .sent)
    #expect(try monitor.first { $0 == .disconnected } != nil)

    #expect(try good.send("after") == .sent)
    #expect(try router.receiveFrames() == [[1], Array("after".utf8)])
  }

  @Test("A subscriber receives what it subscribed to")
  func subscription() throws {
    let context = try Context()
    var pub = try context.impatientSocket(.xpub)
    let endpoint = try pub.bind(Endpoint("inproc://news"))
    var sub = try context.impatientSocket(.sub, .subscribe(Array("a".utf8)))
    try sub.connect(endpoint)
    #expect(try pub.receiveFrames() == [[1] + Array("a".utf8)])
    #expect(try pub.send("b: no") == .sent)
    #expect(try pub.send("a: yes") == .sent)
    #expect(try sub.receiveText() == "a: yes")
  }
}
