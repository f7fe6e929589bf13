import Distributed
import PandoWire
import Testing
import ZeroMQ

@testable import PandoCluster

@Suite("An actor system among peers that are away, late or malicious")
struct RobustnessTests {
  @Test("10,000 frames of random bytes leave the service working")
  func garbage() async throws {
    try await withPair { pair in
      var generator = SeededGenerator(seed: 7)
      let context = try Context()
      var dealer = try context.socket(.dealer, .linger(milliseconds: 10_000))
      try dealer.connect(pair.server.endpoint)
      for _ in 0..<10_000 {
        let count = Int.random(in: 0...200, using: &generator)
        let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let more = Int.random(in: 0..<10, using: &generator) == 0
        if more { #expect(try dealer.send([1, 2, 3], more: true) == .sent) }
        #expect(try dealer.send(bytes) == .sent)
      }
      #expect(await eventually { pair.server.counters[.garbage] == 10_000 })
      #expect(try await pair.remote.add(1, 2) == 3)
    }
  }

  @Test("10,000 real calls, each damaged somewhere, leave the service working")
  func damaged() async throws {
    try await withPair { pair in
      var generator = SeededGenerator(seed: 11)
      let context = try Context()
      var dealer = try context.socket(.dealer, .linger(milliseconds: 10_000))
      try dealer.connect(pair.server.endpoint)
      let whole = CallFrame(
        call: CallID(rawValue: 300), actor: pair.local.id.name, target: try await Self.addTarget(),
        arguments: [[2], [4]]
      ).encode()
      for number in 0..<10_000 {
        var bytes = whole
        // The later half keeps its header, so that more of it is read.
        let start = number < 5000 ? 0 : 8
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          switch Int.random(in: 0..<4, using: &generator) {
          case 0 where bytes.count > start:
            bytes.removeLast(Int.random(in: 0...(bytes.count - start), using: &generator))
          case 1 where bytes.count > start:
            bytes.remove(at: Int.random(in: start..<bytes.count, using: &generator))
          case 2:
            bytes.insert(
              UInt8.random(in: 0...255, using: &generator),
              at: Int.random(in: min(start, bytes.count)...bytes.count, using: &generator))
          default:
            guard bytes.count > start else { continue }
            let index = Int.random(in: start..<bytes.count, using: &generator)
            bytes[index] = UInt8.random(in: 0...255, using: &generator)
          }
        }
        #expect(try dealer.send(bytes) == .sent)
        // Answers are taken, so that they do not pile up.
        var answer = Message()
        while try dealer.receive(into: &answer, wait: .never) {}
      }
      #expect(try dealer.send(whole) == .sent)
      #expect(
        await eventually {
          pair.server.counters[.garbage] > 0 && pair.server.counters[.refusedCall] > 0
        })
      #expect(try await pair.remote.add(1, 2) == 3)
    }
  }

  // What the compiler calls `Echo.add`, learned from a call that is only listened to.
  static func addTarget() async throws -> String {
    let context = try Context()
    var router = try context.socket(.router, .receiveTimeout(milliseconds: 20_000))
    let directory = TemporaryDirectory()
    let endpoint = try router.bind(directory.endpoint())
    let client = try ZeroMQActorSystem(logger: .quiet)
    let remote = try Echo.resolve(id: ActorAddress(endpoint: endpoint, name: "any"), using: client)
    let call = Task { try await remote.add(1, 2) }
    _ = try router.receive()
    let frame = [UInt8](copying: try router.receive())
    call.cancel()
    await client.shutdown()
    let message = frame.withUnsafeBytes { IncomingMessage($0, limits: .standard) }
    guard case .call(let call) = message else { throw OddError() }
    return call.target
  }

  @Test("a call of a version that is not spoken is answered with those that are")
  func otherVersion() async throws {
    try await withPair { pair in
      let context = try Context()
      var dealer = try context.socket(.dealer, .receiveTimeout(milliseconds: 20_000))
      try dealer.connect(pair.server.endpoint)
      #expect(try dealer.send(Array("PNDC".utf8) + [99, 1, 42, 0, 0]) == .sent)
      let reply = [UInt8](copying: try dealer.receive())
      let message = reply.withUnsafeBytes { IncomingMessage($0, limits: .standard) }
      #expect(message == .otherVersions(CallID(rawValue: 42), ControlVersion.spoken))
    }
  }

  @Test("a call that nobody answers fails when its time has passed, and says how to mend it")
  func nobodyListens() async throws {
    let directory = TemporaryDirectory()
    let system = try ZeroMQActorSystem(
      limits: ControlLimits(callTimeoutMilliseconds: 50), logger: .quiet)
    let address = ActorAddress(endpoint: try directory.endpoint(), name: "Echo-1")
    let remote = try Echo.resolve(id: address, using: system)
    let error = await thrown(ControlError.self) { _ = try await remote.add(1, 2) }
    guard case .unreachable(let endpoint, let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(endpoint == address.endpoint.description)
    #expect(reason.contains("nobody answered") && reason.contains("Check the endpoint"))
    await system.shutdown()
  }

  @Test("a call that finds nobody reaches whoever begins to listen in time")
  func lateListener() async throws {
    let directory = TemporaryDirectory()
    let client = try ZeroMQActorSystem(
      limits: ControlLimits(callTimeoutMilliseconds: 20_000), logger: .quiet)
    let address = ActorAddress(endpoint: try directory.endpoint(), name: "Echo-1")
    async let sum = Echo.resolve(id: address, using: client).add(1, 2)
    try await Task.sleep(for: .milliseconds(30))
    let server = try ZeroMQActorSystem(listeningAt: address.endpoint, logger: .quiet)
    let echo = Echo(actorSystem: server)
    #expect(try await sum == 3)
    #expect(echo.id == address)
    await client.shutdown()
    await server.shutdown()
  }

  @Test("a call that hangs on the other side fails when its time has passed")
  func hangs() async throws {
    try await withPair(limits: ControlLimits(callTimeoutMilliseconds: 100)) { pair in
      let error = await thrown(ControlError.self) { try await pair.remote.hang() }
      guard case .unreachable(_, let reason) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason.contains("did not answer within 100 ms"))
    }
  }

  @Test("a call in flight fails as soon as its peer has gone, long before its time has passed")
  func peerGoes() async throws {
    let directory = TemporaryDirectory()
    let pair = try Pair(
      at: directory.endpoint(), limits: ControlLimits(callTimeoutMilliseconds: 3_600_000))
    #expect(try await pair.remote.add(1, 2) == 3)
    async let error = thrown(ControlError.self) { try await pair.remote.hang() }
    #expect(await eventually { pair.server.runningCalls.count == 1 })
    await pair.server.shutdown()
    guard case .unreachable(_, let reason) = await error else {
      Issue.record("\(String(describing: await error))")
      return
    }
    #expect(reason.contains("connection was lost"))
    await pair.client.shutdown()
  }

  // Several at once, because what could go wrong is a race between the closing of the former
  // connection and the opening of the next.
  @Test("the next call after a restart goes by a new connection", arguments: 0..<12)
  func restart(_ number: Int) async throws {
    let directory = TemporaryDirectory()
    let pair = try Pair(at: directory.endpoint())
    #expect(try await pair.remote.add(1, 2) == 3)
    await pair.server.shutdown()
    let successor = try ZeroMQActorSystem(listeningAt: directory.endpoint(), logger: .quiet)
    let echo = Echo(actorSystem: successor)
    #expect(echo.id == pair.local.id)
    #expect(await eventually { (try? await pair.remote.add(2, number)) == 2 + number })
    await successor.shutdown()
    await pair.client.shutdown()
    withExtendedLifetime(echo) {}
  }

  @Test("a call whose caller is cancelled ends at once")
  func cancelled() async throws {
    try await withPair(limits: ControlLimits(callTimeoutMilliseconds: 3_600_000)) { pair in
      let call = Task { try await pair.remote.hang() }
      #expect(await eventually { pair.server.runningCalls.count == 1 })
      call.cancel()
      let error = await thrown(CancellationError.self) { try await call.value }
      #expect(error != nil)
      let sum = try await pair.remote.add(1, 2)
      #expect(sum == 3)
    }
  }

  @Test("more than fits into a message is refused on the side that would send it")
  func tooLarge() async throws {
    let limits = ControlLimits(maximumMessageBytes: 4096, maximumReplyBytes: 4096)
    try await withPair(limits: limits) { pair in
      let argument = await thrown(ControlError.self) {
        _ = try await pair.remote.length(of: [UInt8](repeating: 7, count: 10_000))
      }
      guard case .tooLarge(_, limit: 4096) = argument else {
        Issue.record("\(String(describing: argument))")
        return
      }
      let result = await thrown(ControlError.self) { _ = try await pair.remote.bytes(10_000) }
      guard case .tooLarge = result else {
        Issue.record("\(String(describing: result))")
        return
      }
      let length = try await pair.remote.length(of: [UInt8](repeating: 7, count: 2000))
      #expect(length == 2000)
    }
  }

  @Test("a reply may be longer than a call")
  func longReply() async throws {
    try await withPair(limits: ControlLimits(maximumMessageBytes: 4096)) { pair in
      let bytes = try await pair.remote.bytes(3 << 20)
      #expect(bytes.count == 3 << 20)
    }
  }

  @Test("a server that is busy enough says so instead of taking more")
  func busy() async throws {
    try await withPair(limits: ControlLimits(callsServed: 1)) { pair in
      let call = Task { try await pair.remote.hang() }
      #expect(await eventually { pair.server.runningCalls.count == 1 })
      let error = await thrown(ControlError.self) { _ = try await pair.remote.add(1, 2) }
      #expect(error == .tooManyCalls(limit: 1))
      call.cancel()
    }
  }

  @Test("a peer that floods a busy process and goes away does not end it")
  func floods() async throws {
    let directory = TemporaryDirectory()
    // It does not read before it has an actor, so what comes piles up at libzmq's marks, if any.
    let server = try ZeroMQActorSystem(listeningAt: directory.endpoint(), logger: .quiet)
    let context = try Context()
    for _ in 0..<3 {
      var dealer = try context.socket(
        .dealer, .linger(milliseconds: 5000),
        .heartbeat(intervalMilliseconds: 1, timeoutMilliseconds: 1000))
      try dealer.connect(server.endpoint)
      for _ in 0..<20_000 { _ = try dealer.send([1, 2, 3]) }
    }
    // Longer than our own heartbeat, which libzmq would send into the lost connection.
    try await Task.sleep(for: .milliseconds(1500))
    let echo = Echo(actorSystem: server)
    let client = try ZeroMQActorSystem(logger: .quiet)
    #expect(try await Echo.resolve(id: echo.id, using: client).add(1, 2) == 3)
    #expect(await eventually { server.counters[.garbage] == 60_000 })
    await client.shutdown()
    await server.shutdown()
  }

  @Test("a call that comes before the first actor is ready waits for it")
  func notReady() async throws {
    let directory = TemporaryDirectory()
    let server = try ZeroMQActorSystem(listeningAt: directory.endpoint(), logger: .quiet)
    let client = try ZeroMQActorSystem(logger: .quiet)
    let address = ActorAddress(endpoint: server.endpoint, name: "Echo-1")
    async let sum = Echo.resolve(id: address, using: client).add(1, 2)
    try await Task.sleep(for: .milliseconds(100))
    let echo = Echo(actorSystem: server)
    #expect(try await sum == 3)
    #expect(echo.id == address)
    await client.shutdown()
    await server.shutdown()
  }
}
