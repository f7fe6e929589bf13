import Synchronization
import Testing
import ZeroMQ

@Suite("Contexts")
struct ContextTests {
  @Test("Messages that cannot be sent do not keep a context from ending")
  func unsentMessages() throws {
    let directory = TemporaryDirectory()
    let ending = Background {
      let context = try Context()
      var dealer = try context.socket(.dealer)
      try dealer.connect(directory.endpoint())
      for _ in 0..<100 { _ = try dealer.send([1, 2, 3]) }
    }
    #expect(try ending.finish())
  }

  @Test("What lingers is delivered before the context has ended")
  func linger() throws {
    let directory = TemporaryDirectory()
    let endpoint = try directory.endpoint()
    let context = try Context()
    let ending = Background {
      let context = try Context()
      var dealer = try context.socket(.dealer, .linger(milliseconds: patienceMilliseconds))
      try dealer.connect(endpoint)
      for number in 0..<1000 { _ = try dealer.send("\(number)") }
    }
    var router = try context.impatientSocket(.router)
    try router.bind(endpoint)
    for number in 0..<1000 { #expect(try router.receiveFrames()[1] == Array("\(number)".utf8)) }
    #expect(try ending.finish())
  }

  @Test("A context that goes before its sockets ends them, and nothing hangs")
  func contextFirst() throws {
    let ending = Background {
      let context = try Context()
      var socket = try context.socket(.pair)
      _ = consume context
      let error = try capture { () throws(ZeroMQError) in try socket.receive() }
      #expect(error.code == .terminated)
      #expect(error.message.contains("Context"))
    }
    #expect(try ending.finish())
  }

  @Test("Shutdown wakes a blocked receive, which says that it was terminated")
  func shutdown() throws {
    let context = try Context()
    let isWaiting = Atomic(false)
    let waiting = Background {
      var socket = try context.socket(.pair)
      isWaiting.store(true, ordering: .releasing)
      let error = try capture { () throws(ZeroMQError) in try socket.receive() }
      #expect(error.code == .terminated)
    }
    #expect(eventually { isWaiting.load(ordering: .acquiring) })
    context.shutdown()
    #expect(try waiting.finish())
    #expect(
      try capture { () throws(ZeroMQError) in try context.socket(.pair) }.code == .terminated)
  }

  @Test("It refuses to make more sockets than it may, and says what to raise")
  func maxSockets() throws {
    let context = try Context(maxSockets: 1)
    let first = try context.socket(.pair)
    let error = try capture { () throws(ZeroMQError) in try context.socket(.pair) }
    #expect(error.code == .tooManySockets)
    #expect(error.message.contains("maxSockets"))
    #expect(first.kind == .pair)
    let negative = try capture { () throws(ZeroMQError) in try Context(ioThreads: -1) }
    #expect(negative.code == .invalidOption)
    let huge = try capture { () throws(ZeroMQError) in try Context(maxSockets: .max) }
    #expect(huge.code == .invalidOption)
  }
}
