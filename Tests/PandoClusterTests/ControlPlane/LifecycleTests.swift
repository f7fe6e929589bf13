import Distributed
import Glibc
import Testing
import ZeroMQ

@testable import PandoCluster

@Suite("The life of an actor system", .serialized)
struct LifecycleTests {
  @Test("a taken unix socket is refused with a text, and its owner goes on working")
  func takenPath() async throws {
    try await withPair { pair in
      let error = await thrown(ZeroMQError.self) {
        _ = try ZeroMQActorSystem(listeningAt: pair.server.endpoint, logger: .quiet)
      }
      #expect(error?.code == .endpointTaken)
      #expect(error?.message.contains("Stop it, or choose another path") == true)
      let sum = try await pair.remote.add(1, 2)
      #expect(sum == 3)
    }
  }

  @Test("a taken port is refused with a text, and its owner goes on working")
  func takenPort() async throws {
    let keys = try TestKeys(["server": [.coordinator], "caller": [.client]])
    let pair = try Pair(
      at: .tcp(host: "127.0.0.1", port: 0), serverKeys: keys.loaded("server"),
      clientKeys: keys.loaded("caller"))
    let error = await thrown(ZeroMQError.self) {
      _ = try ZeroMQActorSystem(
        listeningAt: pair.server.endpoint, keys: keys.loaded("server"), logger: .quiet)
    }
    #expect(error?.code == .endpointTaken)
    #expect(try await pair.remote.add(1, 2) == 3)
    await pair.shutdown()
  }

  @Test(
    "a tcp endpoint without keys is refused before anything listens, a loopback one too",
    arguments: ["tcp://*:*", "tcp://127.0.0.1:*", "tcp://[::1]:*"])
  func networkWithoutKeys(text: String) async throws {
    let endpoint = try Endpoint(text)
    let error = await thrown(ControlError.self) {
      _ = try ZeroMQActorSystem(listeningAt: endpoint, logger: .quiet)
    }
    #expect(error == .networkWithoutKeys(endpoint: text))
  }

  @Test("a shutdown fails calls in flight and waiting, and those that come later")
  func callsFail() async throws {
    let directory = TemporaryDirectory()
    let limits = ControlLimits(callTimeoutMilliseconds: 3_600_000, callsInFlight: 2)
    let pair = try Pair(at: directory.endpoint(), limits: limits)
    let calls = (0..<5).map { _ in Task { try await pair.remote.hang() } }
    #expect(await eventually { pair.server.runningCalls.count == 2 })
    await pair.client.shutdown()
    for call in calls {
      #expect(await thrown(ControlError.self) { try await call.value } == .shutDown)
    }
    #expect(await thrown(ControlError.self) { try await pair.remote.hang() } == .shutDown)
    await pair.server.shutdown()
  }

  @Test("a second shutdown, and one at the same time, return too")
  func twice() async throws {
    let directory = TemporaryDirectory()
    let pair = try Pair(at: directory.endpoint())
    async let first: Void = pair.server.shutdown()
    async let second: Void = pair.server.shutdown()
    _ = await (first, second)
    await pair.server.shutdown()
    await pair.client.shutdown()
  }

  @Test("a shutdown leaves no file behind")
  func noFile() async throws {
    let directory = TemporaryDirectory()
    let pair = try Pair(at: directory.endpoint())
    #expect(try await pair.remote.add(1, 2) == 3)
    #expect(directory.files().contains("socket"))
    await pair.shutdown()
    #expect(directory.files() == [])
  }

  @Test("twenty lives leave no thread behind")
  func noThread() async {
    // In a process of its own, where no other test starts threads.
    await #expect(processExitsWith: .success) {
      try await live()
      let before = threadCount()
      for _ in 0..<20 { try await live() }
      // Each life has six; the runtime may have added one or two of its own.
      try #require(await eventually { threadCount() < before + 6 })
    }
  }

  @Test("a system that is let go of without a shutdown ends by itself")
  func forgotten() async {
    await #expect(processExitsWith: .success) {
      try await live()
      let before = threadCount()
      for _ in 0..<20 { _ = try ZeroMQActorSystem(logger: .quiet) }
      try #require(await eventually { threadCount() < before + 6 })
    }
  }
}

private func live() async throws {
  let directory = TemporaryDirectory()
  let pair = try Pair(at: directory.endpoint())
  _ = try await pair.remote.add(1, 2)
  await pair.shutdown()
}
