import Distributed
import PandoHosting
import PandoWire
import Testing
import ZeroMQ

@testable import PandoCluster

@Suite("Peers of other versions of the control plane")
struct VersionTests {
  @Test("a caller of the version before ours is answered in its own")
  func earlierCaller() async throws {
    try await withPair { pair in
      let target = try await RobustnessTests.addTarget()
      let context = try Context()
      var dealer = try context.socket(.dealer, .receiveTimeout(milliseconds: 20_000))
      try dealer.connect(pair.server.endpoint)
      var bytes = CallFrame(
        version: 3, call: CallID(rawValue: 7), actor: pair.local.id.name, target: target,
        arguments: [try WireEncoder.encode(1), try WireEncoder.encode(2)]
      ).encode()
      #expect(bytes[4] == 3)
      #expect(try dealer.send(bytes) == .sent)
      let reply = [UInt8](copying: try dealer.receive())
      #expect(Array(reply.prefix(6)) == Array("PNDC".utf8) + [3, 2])
      // One before those that are spoken hears of it as it always did.
      bytes[4] = 2
      #expect(try dealer.send(bytes) == .sent)
      let refusal = [UInt8](copying: try dealer.receive())
      let expected = Reply.failure(.otherVersion(theirs: 5, ours: 2))
        .encode(for: CallID(rawValue: 7))
      #expect(refusal == expected)
    }
  }

  @Test(
    "a call that another version refuses is made again in one that both speak",
    arguments: [true, false])
  func earlierPeer(namesRange: Bool) async throws {
    let directory = TemporaryDirectory()
    let endpoint = try directory.endpoint()
    let context = try Context()
    var router = try context.socket(.router, .receiveTimeout(milliseconds: 20_000))
    try router.bind(endpoint)
    let client = try ZeroMQActorSystem(logger: .quiet)
    let remote = try Echo.resolve(id: ActorAddress(endpoint: endpoint, name: "any"), using: client)
    var versions: [UInt8] = []
    for number in 0..<2 {
      let sum = Task { try await remote.add(20, 22) }
      var isAnswered = false
      while !isAnswered {
        let peer = [UInt8](copying: try router.receive())
        let bytes = [UInt8](copying: try router.receive())
        versions.append(bytes[4])
        let message = bytes.withUnsafeBytes { IncomingMessage($0, limits: .standard) }
        guard case .call(let call) = message else { throw OddError() }
        var answer: [UInt8]
        if bytes[4] > 3 {
          if namesRange {
            var writer = WireWriter()
            ControlFrame(kind: .versions, call: call.call, version: 9).encode(into: &writer)
            writer.appendVarint(1)
            writer.appendVarint(3)
            answer = writer.finish()
          } else {
            answer = Reply.failure(.otherVersion(theirs: 3, ours: 4))
              .encode(for: call.call, version: 3)
          }
        } else {
          isAnswered = true
          answer = Reply.result(try WireEncoder.encode(42 + number))
            .encode(for: call.call, version: 3)
        }
        #expect(try router.send(peer, more: true) == .sent)
        #expect(try router.send(answer) == .sent)
      }
      #expect(try await sum.value == 42 + number)
    }
    // It is remembered for as long as the connection lasts.
    #expect(versions == [5, 3, 3])
    await client.shutdown()
  }

  @Test("a peer with no version of ours is told of as such, and is asked once")
  func noSharedVersion() async throws {
    let directory = TemporaryDirectory()
    let endpoint = try directory.endpoint()
    let context = try Context()
    var router = try context.socket(.router, .receiveTimeout(milliseconds: 20_000))
    try router.bind(endpoint)
    let client = try ZeroMQActorSystem(logger: .quiet)
    let remote = try Echo.resolve(id: ActorAddress(endpoint: endpoint, name: "any"), using: client)
    let sum = Task { try await remote.add(20, 22) }
    let peer = [UInt8](copying: try router.receive())
    let bytes = [UInt8](copying: try router.receive())
    guard case .call(let call) = bytes.withUnsafeBytes({ IncomingMessage($0, limits: .standard) })
    else { throw OddError() }
    var writer = WireWriter()
    ControlFrame(kind: .versions, call: call.call, version: 9).encode(into: &writer)
    writer.appendVarint(7)
    writer.appendVarint(9)
    #expect(try router.send(peer, more: true) == .sent)
    #expect(try router.send(writer.finish()) == .sent)
    let error = await thrown(ControlError.self) { _ = try await sum.value }
    #expect(error == .noSharedVersion(theirs: "versions 7 to 9", ours: "versions 3 to 5"))
    await client.shutdown()
  }
}
