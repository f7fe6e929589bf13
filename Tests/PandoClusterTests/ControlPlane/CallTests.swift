import Distributed
import Testing
import ZeroMQ

@testable import PandoCluster

@Suite("Calls between actor systems")
struct CallTests {
  static let sample = Sample(text: "aspen", numbers: [1, -2, 3], inner: ["x": 0.5])

  @Test("a call crosses a unix socket, and its result comes back")
  func ipc() async throws {
    try await withPair { pair in
      #expect(try await pair.remote.same(Self.sample) == Self.sample)
      #expect(try await pair.remote.add(40, 2) == 42)
      try await pair.remote.increment()
      #expect(try await pair.remote.total() == 1)
    }
  }

  @Test("a call crosses a loopback port that the system chose")
  func tcp() async throws {
    let keys = try TestKeys(["server": [.coordinator], "caller": [.client]])
    let pair = try Pair(
      at: .tcp(host: "127.0.0.1", port: 0), serverKeys: keys.loaded("server"),
      clientKeys: keys.loaded("caller"))
    #expect(!pair.server.endpoint.isWildcard)
    #expect(try await pair.remote.same(Self.sample) == Self.sample)
    await pair.shutdown()
  }

  @Test("two systems call each other, one inside a call of the other")
  func bothWays() async throws {
    let directory = TemporaryDirectory()
    let left = try ZeroMQActorSystem(listeningAt: directory.endpoint("left"), logger: .quiet)
    let right = try ZeroMQActorSystem(listeningAt: directory.endpoint("right"), logger: .quiet)
    let onLeft = Echo(actorSystem: left)
    let onRight = Echo(actorSystem: right)
    let remote = try Echo.resolve(id: onRight.id, using: left)
    #expect(try await remote.relay(1, 2, to: onLeft.id) == 3)
    await left.shutdown()
    await right.shutdown()
  }

  @Test("a system resolves its own actors to themselves, and knows when it has none of that name")
  func local() async throws {
    try await withPair { pair in
      let resolved = try Echo.resolve(id: pair.local.id, using: pair.server)
      #expect(resolved === pair.local)
      let nobody = ActorAddress(endpoint: pair.server.endpoint, name: "nobody")
      #expect(throws: ControlError.unknownActor("nobody")) {
        try Echo.resolve(id: nobody, using: pair.server)
      }
      #expect(throws: ControlError.unknownActor(pair.local.id.name)) {
        try Other.resolve(id: pair.local.id, using: pair.server)
      }
    }
  }

  @Test("1,000 calls of as many tasks are all answered, each with its own result")
  func concurrent() async throws {
    try await withPair { pair in
      try await withThrowingTaskGroup(of: (Int, Int).self) { group in
        for number in 0..<1000 {
          group.addTask { (number, try await pair.remote.add(number, number)) }
        }
        var count = 0
        for try await (number, result) in group {
          #expect(result == 2 * number)
          count += 1
        }
        #expect(count == 1000)
      }
    }
  }

  @Test("an error of the control plane arrives as it was thrown")
  func controlError() async throws {
    try await withPair { pair in
      let error = await thrown(ControlError.self) { _ = try await pair.remote.refuse("not today") }
      #expect(error == .refused("not today"))
    }
  }

  @Test("any other error arrives as its description")
  func otherError() async throws {
    try await withPair { pair in
      let error = await thrown(ControlError.self) { try await pair.remote.fail() }
      #expect(error == .failed("OddError: an odd one"))
    }
  }

  @Test("a generic function is refused before anything is sent")
  func generic() async throws {
    try await withPair { pair in
      let error = await thrown(ControlError.self) { _ = try await pair.remote.generic(1) }
      #expect(error == .genericTarget("Swift.Int"))
    }
  }

  @Test("a call to an actor that is not there is answered with an error")
  func unknownActor() async throws {
    try await withPair { pair in
      let nobody = ActorAddress(endpoint: pair.server.endpoint, name: "nobody")
      let remote = try Echo.resolve(id: nobody, using: pair.client)
      let error = await thrown(ControlError.self) { _ = try await remote.add(1, 2) }
      #expect(error == .unknownActor("nobody"))
      #expect(pair.server.counters[.refusedCall] == 1)
    }
  }

  @Test("an actor that has gone is not there any more")
  func goneActor() async throws {
    try await withPair { pair in
      var echo: Echo? = Echo(actorSystem: pair.server)
      let address = try #require(echo?.id)
      let remote = try Echo.resolve(id: address, using: pair.client)
      #expect(try await remote.add(1, 2) == 3)
      echo = nil
      #expect(
        await eventually {
          await thrown(ControlError.self) { _ = try await remote.add(1, 2) }
            == .unknownActor(address.name)
        })
    }
  }
}
