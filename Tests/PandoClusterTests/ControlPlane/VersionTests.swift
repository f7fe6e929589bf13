import Distributed
import PandoHosting
import PandoWire
import Testing
import ZeroMQ

@testable import PandoCluster

@Suite("Peers of other versions of the control plane")
struct VersionTests {
  private let current = ControlVersion.current
  private let former = ControlVersion.current - 1

  /// Limits of a process that speaks the version before, too.
  private var bothVersions: ControlLimits {
    var limits = ControlLimits()
    limits.versions = ProtocolRange(least: UInt64(former), greatest: UInt64(current))
    return limits
  }

  @Test("a caller is answered in its own version where that is spoken, and else hears which are")
  func earlierCaller() async throws {
    try await withPair(limits: bothVersions) { pair in
      let target = try await RobustnessTests.addTarget()
      let context = try Context()
      var dealer = try context.socket(.dealer, .receiveTimeout(milliseconds: 20_000))
      try dealer.connect(pair.server.endpoint)
      var bytes = CallFrame(
        version: former, call: CallID(rawValue: 7), actor: pair.local.id.name, target: target,
        arguments: [try WireEncoder.encode(1), try WireEncoder.encode(2)]
      ).encode()
      #expect(bytes[4] == former)
      #expect(try dealer.send(bytes) == .sent)
      let reply = [UInt8](copying: try dealer.receive())
      #expect(Array(reply.prefix(6)) == Array("PNDC".utf8) + [former, 2])
      bytes[4] = former - 1
      #expect(try dealer.send(bytes) == .sent)
      let refusal = [UInt8](copying: try dealer.receive())
      #expect(
        refusal
          == IncomingMessage.answer(toForeign: CallID(rawValue: 7), versions: bothVersions.versions)
      )
    }
  }

  @Test("a call that another version refuses is made again in one that both speak")
  func earlierPeer() async throws {
    let directory = TemporaryDirectory()
    let endpoint = try directory.endpoint()
    let context = try Context()
    var router = try context.socket(.router, .receiveTimeout(milliseconds: 20_000))
    try router.bind(endpoint)
    let client = try ZeroMQActorSystem(limits: bothVersions, logger: .quiet)
    let remote = try Echo.resolve(id: ActorAddress(endpoint: endpoint, name: "any"), using: client)
    let theirs = ProtocolRange(least: 1, greatest: UInt64(former))
    var versions: [UInt8] = []
    for number in 0..<2 {
      let sum = Task { try await remote.add(20, 22) }
      var isAnswered = false
      while !isAnswered {
        let peer = [UInt8](copying: try router.receive())
        let bytes = [UInt8](copying: try router.receive())
        versions.append(bytes[4])
        let message = bytes.withUnsafeBytes {
          IncomingMessage($0, limits: .standard, versions: bothVersions.versions)
        }
        guard case .call(let call) = message else { throw OddError() }
        isAnswered = bytes[4] == former
        let answer =
          isAnswered
          ? Reply.result(try WireEncoder.encode(42 + number)).encode(
            for: call.call, version: former)
          : IncomingMessage.answer(toForeign: call.call, versions: theirs)
        #expect(try router.send(peer, more: true) == .sent)
        #expect(try router.send(answer) == .sent)
      }
      #expect(try await sum.value == 42 + number)
    }
    // It is remembered for as long as the connection lasts.
    #expect(versions == [current, former, former])
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
    #expect(error == .noSharedVersion(theirs: "versions 7 to 9", ours: "version \(current)"))
    await client.shutdown()
  }
}
