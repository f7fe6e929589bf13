import Logging
import PandoHosting
import Testing
import ZeroMQ

@testable import PandoCluster

@Suite("A coordinator with keys")
struct SecurityTests {
  let keys: TestKeys
  let search = FeatureDescriptor.sample("Search")

  init() throws {
    keys = try TestKeys([
      "coordinator": [.coordinator], "worker": [.worker], "client": [.client],
      "operator": [.operator], "stranger": [],
    ])
  }

  private func withCoordinator(
    _ body: (Endpoint, LogRecorder) async throws -> Void
  ) async throws {
    let log = LogRecorder()
    // Every address of this machine; it is called at the loopback one.
    let coordinator = try await RunningCoordinator(
      .init(endpoint: Endpoint("tcp://*:*"), keys: keys.keys("coordinator")), logger: log.logger)
    guard case .tcp(_, let port) = coordinator.endpoint.address else {
      Issue.record("it listens at \(coordinator.endpoint)")
      return
    }
    try await body(.tcp(host: "127.0.0.1", port: port), log)
    try await coordinator.stop()
  }

  /// Calls the coordinator as the holder of a key.
  private func call<Result: Sendable>(
    _ endpoint: Endpoint, as name: String, timeoutMilliseconds: Int = 20_000,
    _ body: @Sendable @escaping (CoordinatorClient) async throws -> Result
  ) async throws -> Result {
    let client = try CoordinatorClient(
      endpoint: endpoint, keys: keys.loaded(name),
      limits: ControlLimits(callTimeoutMilliseconds: timeoutMilliseconds), logger: .quiet)
    let result = await Task { try await body(client) }.result
    await client.shutdown()
    return try result.get()
  }

  @Test("each role does what it is for, over tcp, and a placement carries the worker's key")
  func admitted() async throws {
    try await withCoordinator { endpoint, log in
      let search = search
      let lease = try await call(endpoint, as: "worker") { try await $0.join(.sample("a", search)) }
      let placement = try await call(endpoint, as: "client") { try await $0.place(search) }
      #expect(placement.worker == lease.id)
      #expect(placement.key == (try keys.publicKey("worker").z85))
      let status = try await call(endpoint, as: "operator") { try await $0.status() }
      #expect(status.workers.map(\.name) == ["a"])
      guard case .tcp(_, let port) = endpoint.address else { return }
      #expect(
        status.coordinator.endpoint == "tcp://\(ProcessIdentity.hostName):\(port)",
        "a name that says which coordinator it is, as it listens at every address")
      #expect(log.count(.warning, "refused") == 0)
    }
  }

  @Test("roles bind: no other key joins, places or asks, and that is logged once each")
  func roles() async throws {
    try await withCoordinator { endpoint, log in
      let search = search
      typealias Deed = @Sendable (CoordinatorClient) async throws -> Void
      let deeds: [(role: String, Deed)] = [
        ("worker", { _ = try await $0.join(.sample("b", search)) }),
        ("client", { _ = try await $0.place(search) }),
        ("client", { try await $0.report(dead: WorkerID(coordinator: 1, number: 1)) }),
        ("operator", { _ = try await $0.status() }),
      ]
      for (role, deed) in deeds {
        for name in ["worker", "client", "operator"] where name != role {
          for _ in 0..<2 {
            let error = await thrown(ControlError.self) { try await call(endpoint, as: name, deed) }
            guard case .refused(let reason) = error else {
              Issue.record("\(name) was answered with \(String(describing: error))")
              return
            }
            #expect(reason.contains("--role \(role)"))
          }
        }
      }
      #expect(log.count(.warning, "tried to join as a worker") == 2)
      #expect(log.count(.warning, "tried to place a feature") == 2)
      #expect(log.count(.warning, "tried to ask for the status") == 2)
      let status = try await call(endpoint, as: "operator") { try await $0.status() }
      let problems = status.problems.filter { $0.subject == "the key worker" }
      #expect(problems.map(\.kind) == ["refused", "refused"], "for each deed once")
      #expect(problems.contains { $0.text.contains("tried to ask for the status") })
    }
  }

  @Test("a key that is not in the keyring is refused at once, told so, and logged once")
  func refused() async throws {
    try await withCoordinator { endpoint, log in
      for _ in 0..<3 {
        let error = await thrown(ControlError.self) {
          try await call(endpoint, as: "stranger") { _ = try await $0.status() }
        }
        guard case .rejected(_, let reason) = error else {
          Issue.record("\(String(describing: error))")
          return
        }
        #expect(reason.contains("does not admit our key"))
      }
      let key = try keys.publicKey("stranger")
      #expect(await eventually { log.count(.warning, "--public-key='\(key)'") > 0 })
      #expect(log.count(.warning, "was refused") == 1)
      let status = try await call(endpoint, as: "operator") { try await $0.status() }
      let problem = try #require(status.problems.first { $0.subject == "the key \(key)" })
      #expect(problem.kind == "refused" && problem.advice.contains("--public-key='\(key)'"))
    }
  }

  @Test("a client without keys is refused, and logged once")
  func unencrypted() async throws {
    try await withCoordinator { endpoint, log in
      let context = try Context()
      for _ in 0..<3 {
        var dealer = try context.socket(.dealer)
        var monitor = try dealer.monitor()
        try dealer.connect(endpoint)
        _ = try dealer.send([1, 2, 3], wait: .never)
        var isRefused = false
        while !isRefused {
          if case .handshakeFailed? = try monitor.next()?.kind { isRefused = true }
        }
      }
      // Both ends notice, and whoever is first closes the connection: then the other knows less.
      #expect(
        await eventually {
          log.count(.warning, "came without a key") + log.count(.notice, "came without a key") > 0
        })
      expectOneLineForEachPeer(log, .warning, "was refused")
    }
  }

  /// Checks that the peers of one machine were told of once. One whose connection libzmq had closed before the gate's
  /// thread could ask for its address is told of without; whoever comes later with an address is news then.
  private func expectOneLineForEachPeer(
    _ log: LogRecorder, _ level: Logger.Level, _ part: String
  ) {
    let unknownCount = log.count(level, "A peer was refused")
    #expect(unknownCount <= 1)
    #expect(log.count(level, part) - unknownCount <= 1)
  }

  @Test("who expects another coordinator's key hears so, long before its time has passed")
  func wrongServerKey() async throws {
    try await withCoordinator { endpoint, log in
      try keys.make("other")
      let wrong = try keys.keys("client", trusting: ["other": [.coordinator]])
        .load(to: "test", logger: .quiet)
      let client = try CoordinatorClient(
        endpoint: endpoint, keys: wrong,
        limits: ControlLimits(callTimeoutMilliseconds: 3_600_000), logger: .quiet)
      let error = await thrown(ControlError.self) { _ = try await client.place(search) }
      guard case .rejected(_, let reason) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason.contains("ends every handshake"))
      await client.shutdown()
      let part = "expected the key of another process"
      #expect(await eventually { log.count(.notice, part) > 0 })
      expectOneLineForEachPeer(log, .notice, part)
      // One that tries several keys is nobody to be warned of.
      #expect(log.count(.warning, "was refused") == 0)
    }
  }

  @Test("of several coordinators' keys the right one is found")
  func severalKeys() async throws {
    try await withCoordinator { endpoint, _ in
      for name in ["alpha", "beta", "gamma"] {
        try keys.make(name)
        try keys.trust(name, [.coordinator])
      }
      _ = try await call(endpoint, as: "operator") { try await $0.status() }
    }
  }

  @Test("a keyring without a coordinator's key is said to be the reason")
  func noCoordinatorKey() async throws {
    try keys.revoke("coordinator")
    let endpoint = try freeEndpoint()
    let error = await thrown(ControlError.self) {
      try await call(endpoint, as: "operator") { _ = try await $0.status() }
    }
    #expect("\(String(describing: error))".contains("trusts no coordinator"))
  }

  @Test("a revoked worker is forgotten, and its calls fail, on the connection that it has")
  func revokedWorker() async throws {
    try await withCoordinator { endpoint, log in
      let search = search
      // Its own keyring trusts the coordinator whatever becomes of the other one.
      let worker = try CoordinatorClient(
        endpoint: endpoint,
        keys: keys.keys("worker", trusting: ["coordinator": [.coordinator]])
          .load(to: "test", logger: .quiet), logger: .quiet)
      let lease = try await worker.join(.sample("a", search))
      #expect(try await worker.beat(lease.id, load: .none).isKnown)
      try keys.revoke("worker")
      #expect(await eventually { log.count(.warning, "was forgotten: its key was revoked") == 1 })
      let status = try await call(endpoint, as: "operator") { try await $0.status() }
      #expect(status.workers == [])
      #expect(
        await thrown(ControlError.self) { _ = try await worker.join(.sample("a", search)) } != nil)
      // Trusted again, it is let in without a restart of anything.
      try keys.trust("worker", [.worker])
      #expect(await eventually { (try? await worker.join(.sample("a", search))) != nil })
      await worker.shutdown()
    }
  }

  @Test("a key that is trusted while the coordinator runs is let in")
  func addedLater() async throws {
    try await withCoordinator { endpoint, _ in
      try keys.trust("stranger", [.operator])
      #expect(
        await eventually {
          (try? await call(endpoint, as: "stranger") { try await $0.status() }) != nil
        })
    }
  }

  @Test("a worker cannot speak for another, nor take its endpoint")
  func otherWorker() async throws {
    try keys.make("thief")
    try keys.trust("thief", [.worker])
    try await withCoordinator { endpoint, _ in
      let search = search
      let lease = try await call(endpoint, as: "worker") { try await $0.join(.sample("a", search)) }
      #expect(
        try await call(endpoint, as: "thief") { try await $0.beat(lease.id, load: .none) }
          == .unknown)
      try await call(endpoint, as: "thief") { try await $0.leave(lease.id) }
      let error = await thrown(ControlError.self) {
        try await call(endpoint, as: "thief") { _ = try await $0.join(.sample("a", search)) }
      }
      #expect("\(String(describing: error))".contains("another key"))
      let placement = try await call(endpoint, as: "client") { try await $0.place(search) }
      #expect(placement.worker == lease.id)
    }
  }
}
