import ClusterFeatures
import Foundation
import Logging
import Pando
import Testing
import ZeroMQ

@testable import PandoCluster

/// A coordinator, worker processes and a store, all over tcp, while a key is replaced.
@Suite("The key of a running worker", .serialized, .timeLimit(.minutes(5)))
struct RotatedWorkerTests {
  let cluster: KeyedCluster

  init() throws {
    cluster = try KeyedCluster([
      "coordinator": [.coordinator], "one": [.worker], "two": [.worker], "client": [.client],
      "boss": [.operator],
    ])
  }

  /// The public keys of the workers that are ready, by their names.
  private func keys(_ endpoint: Endpoint) async throws -> [String: String] {
    let status = try await ClusterStatus.ask(
      coordinatorAt: endpoint, keys: cluster.keys.keys("boss"), timeoutMilliseconds: 20_000)
    return Dictionary(
      status.workers.filter { $0.standing == "ready" }.map { ($0.name, $0.publicKey ?? "") }
    ) { $1 }
  }

  private func rotate(_ arguments: String...) async throws {
    let outcome = try await FinishedProgram.run(
      "pando",
      [
        "keys", "rotate", "one", "--directory", cluster.keys.path, "--keyring",
        cluster.keys.folder.path,
      ]
        + arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  private func stop(_ worker: KeyedWorker) async throws {
    kill(worker.process.processIdentifier, SIGTERM)
    try await eventually("it has ended: \(worker.log)", within: 60) { !worker.process.isRunning }
  }

  @Test("is replaced while a program sends actions: none is lost, and the old key is refused")
  func replaced() async throws {
    let log = LogRecorder()
    var configuration = CoordinatorConfiguration(
      endpoint: try Endpoint("tcp://127.0.0.1:*"), keys: cluster.keys.keys("coordinator"))
    configuration.beatIntervalMilliseconds = 100
    let coordinator = try await RunningCoordinator(configuration, logger: log.logger)
    defer { cluster.discard() }
    let endpoint = coordinator.endpoint
    let old = try cluster.keys.publicKey("one")
    try FileManager.default.copyItem(
      atPath: cluster.keys.secretPath("one"), toPath: cluster.keys.secretPath("old"))

    let join = ["--coordinator", "\(endpoint)"]
    let first = try cluster.startWorker("one", arguments: join)
    try await eventually("one has joined") { try await keys(endpoint)["one"] == old.z85 }
    try await withStore(.coordinator("\(endpoint)", keys: cluster.keys.keys("client"))) { store in
      store.send(.open)
      await store.send(.only(.up)).finish()
      #expect(store.state.only?.processID == first.process.processIdentifier)
      let sender = Task {
        var sent = 1
        while !Task.isCancelled {
          await store.send(.only(.up)).finish()
          sent += 1
          try? await Task.sleep(for: .milliseconds(1))
        }
        return sent
      }
      let two = try cluster.startWorker("two", arguments: join)
      try await eventually("two has joined") { try await keys(endpoint).count == 2 }

      try await rotate()
      try await rotate("--switch")
      #expect(try await keys(endpoint)["one"] == old.z85, "it goes on with the old key")
      try await stop(first)
      let again = try cluster.startWorker("one", at: first.endpoint, arguments: join)
      let new = try cluster.keys.publicKey("one")
      #expect(new != old)
      try await eventually("it is back, with the new key: \(again.log)") {
        try await keys(endpoint)["one"] == new.z85
      }
      try await rotate("--finish")
      try await eventually("the old key is out of the keyring") {
        log.count(.notice, "The key \(old) has lost") == 1
      }
      let second = try cluster.keys.publicKey("two")
      #expect(try await keys(endpoint) == ["one": new.z85, "two": second.z85])
      try await expectRefusal(endpoint)

      // The one with the new key is used.
      try await stop(two)
      try await eventually("the child has moved") {
        store.state.only?.processID == again.process.processIdentifier
      }
      sender.cancel()
      #expect(await sender.value == store.state.only?.count)
      #expect(again.count("refused") == 0 && again.process.isRunning)
    }
    try await coordinator.stop()
  }

  /// Checks that the secret that was replaced opens nothing.
  private func expectRefusal(_ endpoint: Endpoint) async throws {
    let client = try CoordinatorClient(
      endpoint: endpoint, keys: cluster.keys.loaded("old"), logger: .quiet)
    let error = await thrown(ControlError.self) {
      _ = try await client.join(.sample("old", .sample("Search")))
    }
    await client.shutdown()
    guard case .rejected(_, let reason)? = error else {
      Issue.record("the old key was answered with \(String(describing: error))")
      return
    }
    #expect(reason.contains("does not admit our key"))
  }
}
