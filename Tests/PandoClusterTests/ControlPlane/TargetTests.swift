import Distributed
import Testing
import ZeroMQ

@testable import PandoCluster

@Suite("Which functions peers may call")
struct TargetTests {
  @Test("every distributed function is learned, but for the generic ones")
  func learned() async throws {
    try await withPair { pair in
      let table = TargetTable()
      let names = await table.targets(of: Echo.self, in: pair.server)
      #expect(names.count == 10)
      #expect(await table.targets(of: Coordinator.self, in: pair.server).count == 10)
    }
  }

  @Test("a function of another actor's type never runs on this one")
  func otherType() async throws {
    try await withPair { pair in
      let disguised = try Other.resolve(id: pair.local.id, using: pair.client)
      let error = await thrown(ControlError.self) { _ = try await disguised.reveal() }
      guard case .unknownTarget(_, let actor) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(actor == pair.local.id.name)
    }
  }

  @Test("an actor that is not meant to be served is not")
  func notServed() async throws {
    try await withPair { pair in
      let other = Other(actorSystem: pair.server)
      let remote = try Other.resolve(id: other.id, using: pair.client)
      let error = await thrown(ControlError.self) { _ = try await remote.reveal() }
      guard case .unknownTarget = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test("names that are made up of parts of real ones never reach the runtime")
  func madeUp() async throws {
    try await withPair { pair in
      let names = await TargetTable().targets(of: Echo.self, in: pair.server).sorted()
      let parts = ["S", "y", "Sg", "Si", "x", "q_", "VG", "_", "t", "m", "_p", "99", "SDySSG"]
      var generator = SeededGenerator(seed: 99)
      var sent = 0
      while sent < 5000 {
        var name = Array(try #require(names.randomElement(using: &generator)).utf8)
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          let index = Int.random(in: 0..<name.count, using: &generator)
          if Bool.random(using: &generator) {
            name.remove(at: index)
          } else {
            name.insert(contentsOf: Array(parts[index % parts.count].utf8), at: index)
          }
        }
        let target = String(decoding: name, as: UTF8.self)
        guard !names.contains(target) else { continue }
        let call = CallFrame(
          call: CallID(rawValue: 1), actor: pair.local.id.name, target: target, arguments: [[2]])
        pair.server.serve(IncomingCall(peer: [1], caller: .sameUser, frame: call))
        sent += 1
      }
      #expect(await eventually { pair.server.counters[.refusedCall] == 5000 })
      let sum = try await pair.remote.add(1, 2)
      #expect(sum == 3)
    }
  }
}
