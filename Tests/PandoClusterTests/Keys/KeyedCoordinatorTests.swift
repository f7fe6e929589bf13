import ClusterFeatures
import Foundation
import Logging
import Pando
import Testing
import ZeroMQ

@testable import PandoCluster

/// A coordinator, workers as processes and a store that finds them, all over tcp.
@Suite("A cluster with keys", .serialized)
struct KeyedCoordinatorTests {
  let cluster: KeyedCluster

  init() throws {
    cluster = try KeyedCluster([
      "coordinator": [.coordinator], "one": [.worker], "two": [.worker], "client": [.client],
      "operator": [.operator], "stranger": [],
    ])
  }

  private func withCoordinator(
    _ body: (Endpoint, LogRecorder) async throws -> Void
  ) async throws {
    let log = LogRecorder()
    var configuration = CoordinatorConfiguration(
      endpoint: try Endpoint("tcp://127.0.0.1:*"), keys: cluster.keys.keys("coordinator"))
    configuration.beatIntervalMilliseconds = 100
    let coordinator = try await RunningCoordinator(configuration, logger: log.logger)
    defer { cluster.discard() }
    try await body(coordinator.endpoint, log)
    try await coordinator.stop()
  }

  private func names(_ endpoint: Endpoint) async -> [String]? {
    let status = try? await ClusterStatus.ask(
      coordinatorAt: endpoint, keys: cluster.keys.keys("operator"))
    return status?.workers.map(\.name).sorted()
  }

  @Test("a store finds workers by tcp alone, goes on when one is revoked, and takes new ones")
  func wholeLife() async throws {
    try await withCoordinator { endpoint, log in
      let one = try cluster.startWorker("one", arguments: ["--coordinator", "\(endpoint)"])
      try await eventually("it has joined") { await names(endpoint) == ["one"] }
      try await withStore(.coordinator("\(endpoint)", keys: cluster.keys.keys("client"))) { store in
        store.send(.open)
        await store.send(.only(.up)).finish()
        #expect(store.state.only?.processID == one.process.processIdentifier)

        let two = try cluster.startWorker("two", arguments: ["--coordinator", "\(endpoint)"])
        try await eventually("both have joined") { await names(endpoint) == ["one", "two"] }
        try cluster.keys.revoke("one")
        try await eventually("it is out of the registry") { await names(endpoint) == ["two"] }
        try await eventually("the child has moved") {
          await store.send(.only(.up)).finish()
          return store.state.only?.processID == two.process.processIdentifier
        }
        try await Task.sleep(for: .milliseconds(500))
        #expect(await names(endpoint) == ["two"])
      }
      #expect(log.count(.warning, "A worker was forgotten") == 1)
    }
  }

  @Test("a client's key cannot join as a worker, and the worker says so")
  func clientAsWorker() async throws {
    try await withCoordinator { endpoint, log in
      // Its own endpoint it may open; nobody is told of it.
      let worker = try cluster.startWorker("client", arguments: ["--coordinator", "\(endpoint)"])
      try await eventually("the refusal is logged") {
        log.count(.warning, "tried to join as a worker") == 1
      }
      try await eventually("the worker tells why") { worker.log.contains("--role worker") }
      #expect(await names(endpoint) == [])
    }
  }

  @Test("a worker that the client's keyring does not have is passed over for one that it has")
  func distrustedWorker() async throws {
    try await withCoordinator { endpoint, _ in
      let one = try cluster.startWorker("one", arguments: ["--coordinator", "\(endpoint)"])
      try await eventually("it has joined") { await names(endpoint) == ["one"] }
      _ = try cluster.startWorker("two", arguments: ["--coordinator", "\(endpoint)"])
      try await eventually("both have joined") { await names(endpoint) == ["one", "two"] }
      let keys = try cluster.keys.keys(
        "client", trusting: ["coordinator": [.coordinator], "one": [.worker]])
      try await withStore(.coordinator("\(endpoint)", keys: keys)) { store in
        for id in 0..<4 {
          store.send(.add(id))
          await store.send(.shards(.element(id: id, action: .up))).finish()
        }
        #expect(
          store.state.shards.allSatisfy { $0.processID == one.process.processIdentifier })
      }
    }
  }

  @Test("a worker at all addresses tells the one where others reach it, or does not start")
  func advertised() async throws {
    try await withCoordinator { endpoint, _ in
      let reachable = try freeEndpoint()
      guard case .tcp(_, let port) = reachable.address else { return }
      let every = try Endpoint("tcp://*:\(port)")
      let silent = try cluster.startWorker(
        "one", at: every, arguments: ["--coordinator", "\(endpoint)"])
      silent.process.waitUntilExit()
      #expect(silent.process.terminationStatus == 64)
      #expect(silent.log.contains("--advertise"))
      let worker = try cluster.startWorker(
        "one", at: every,
        arguments: ["--coordinator", "\(endpoint)", "--advertise", "\(reachable)"])
      try await eventually("it has joined") { await names(endpoint) == ["one"] }
      try await withStore(.coordinator("\(endpoint)", keys: cluster.keys.keys("client"))) { store in
        store.send(.open)
        await store.send(.only(.up)).finish()
        #expect(store.state.only?.processID == worker.process.processIdentifier)
      }
    }
  }

  @Test("a coordinator over ipc names workers over tcp, with the keys that they tell")
  func mixed() async throws {
    let directory = TemporaryDirectory()
    let coordinator = try await RunningCoordinator(.init(endpoint: directory.endpoint()))
    defer { cluster.discard() }
    let worker = try cluster.startWorker(
      "one", arguments: ["--coordinator", "\(coordinator.endpoint)"])
    try await eventually("it has joined") {
      await (try? ClusterStatus.ask(coordinatorAt: coordinator.endpoint).workers.count) == 1
    }
    let hosting = Hosting.coordinator(
      "\(coordinator.endpoint)", keys: cluster.keys.keys("client"))
    try await withStore(hosting) { store in
      store.send(.open)
      await store.send(.only(.up)).finish()
      #expect(store.state.only?.processID == worker.process.processIdentifier)
    }
    try await coordinator.stop()
  }
}
