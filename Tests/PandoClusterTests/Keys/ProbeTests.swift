import Foundation
import Logging
import PandoHosting
import PandoWire
import Testing
import ZeroMQ

@testable import PandoCluster

/// A coordinator and a worker over tcp, and who may ask for their health.
@Suite("A key with the role probe", .serialized)
struct ProbeTests {
  let cluster: KeyedCluster

  init() throws {
    cluster = try KeyedCluster([
      "coordinator": [.coordinator], "one": [.worker], "probe": [.probe], "boss": [.operator],
    ])
  }

  private func withCluster(
    _ body: (Endpoint, KeyedWorker, LogRecorder) async throws -> Void
  ) async throws {
    let log = LogRecorder()
    var configuration = CoordinatorConfiguration(
      endpoint: try Endpoint("tcp://127.0.0.1:*"), keys: cluster.keys.keys("coordinator"))
    configuration.beatIntervalMilliseconds = 100
    let coordinator = try await RunningCoordinator(configuration, logger: log.logger)
    defer { cluster.discard() }
    let worker = try cluster.startWorker(
      "one", arguments: ["--coordinator", "\(coordinator.endpoint)"])
    try await eventually("the worker has joined") {
      try await health(coordinator.endpoint, as: "boss").workers.ready == 1
    }
    try await body(coordinator.endpoint, worker, log)
    try await coordinator.stop()
  }

  private func health(_ endpoint: Endpoint, as name: String) async throws -> ClusterHealth {
    try await ClusterHealth.ask(
      coordinatorsAt: [endpoint], keys: cluster.keys.keys(name), timeoutMilliseconds: 20_000)
  }

  private func pando(_ name: String, _ arguments: String...) async throws -> FinishedProgram {
    try await FinishedProgram.run(
      "pando",
      arguments + ["--keyring", cluster.keys.folder.path, "--key", cluster.keys.secretPath(name)])
  }

  @Test("gets the health of a coordinator and of a worker, which names no worker and no problem")
  func health() async throws {
    try await withCluster { endpoint, worker, log in
      let told = try await health(endpoint, as: "probe")
      #expect(told.workers.ready == 1 && told.children == 0 && told.status == nil)
      #expect(told.coordinator.endpoint == "\(endpoint)")
      let all = try await health(endpoint, as: "boss")
      #expect(all.status?.workers.map(\.name) == ["one"] && all.workers == told.workers)

      let outcome = try await pando(
        "probe", "health", "--coordinator", "\(endpoint)", "--worker", "\(worker.endpoint)",
        "--at-least", "1", "--timeout", "20")
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(
        outcome.output == """
          coordinator \(endpoint): 1 worker, 0 children
          worker \(worker.endpoint): 0 children

          """)
      for (name, tells) in [("probe", false), ("boss", true)] {
        let document = try await pando(
          name, "health", "--coordinator", "\(endpoint)", "--json", "--timeout", "20")
        #expect(document.output.contains("\"problems\"") == tells)
        #expect(document.output.contains("\"workers\" : 1"))
      }
      #expect(log.count(.warning, "refused") == 0)
    }
  }

  @Test("is refused for the status, for draining and for lanes, and each refusal is told")
  func refused() async throws {
    try await withCluster { endpoint, worker, log in
      for (arguments, attempt) in [
        (["status"], "ask for the status"), (["drain", "one"], "drain a worker"),
      ] {
        let outcome = try await FinishedProgram.run(
          "pando",
          arguments + [
            "--coordinator", "\(endpoint)", "--keyring", cluster.keys.folder.path, "--key",
            cluster.keys.secretPath("probe"),
          ])
        #expect(outcome.status == 1)
        #expect(outcome.output == "")
        #expect(
          outcome.errors.contains("--name probe --role operator --role probe"),
          "\(outcome.errors)")
        #expect(log.count(.warning, "tried to \(attempt)") == 1)
      }
      let asked = try #require(try await health(endpoint, as: "boss").status?.workers)
      #expect(asked.map(\.state) == [.ready])
      let lanes = await LaneStatus.ask(
        asked, keys: cluster.keys.keys("probe"), timeoutMilliseconds: 20_000)
      #expect(lanes.silent.first?.reason.contains("--role operator --role probe") == true)
      #expect(worker.count("tried to ask this worker for its lanes") == 1)
      var client = try RawClient(
        worker.endpoint,
        path: CurvePath(
          pair: try cluster.keys.loaded("probe").pair,
          serverKey: try cluster.keys.publicKey("one")))
      try client.send([.hello(Hello(name: "a probe that wants more", features: []))])
      let answer = try client.wait { _ in true }
      guard case .refuse(let reason)? = answer?.first else {
        Issue.record("a probe's hello was answered with \(answer ?? [])")
        return
      }
      #expect(reason.contains("--role client"))
    }
  }

  @Test("is what a key needs that may not ask for health, by the words of the refusal")
  func least() async throws {
    try await withCluster { endpoint, worker, _ in
      let error = await thrown(ControlError.self) { _ = try await health(endpoint, as: "one") }
      #expect("\(String(describing: error))".contains("--name one --role worker --role probe"))
      let silence = await thrown(WorkerSilence.self) {
        _ = try await WorkerHealth.ask(
          workerAt: worker.endpoint, keys: cluster.keys.keys("one"), timeoutMilliseconds: 20_000)
      }
      #expect(silence?.description.contains("--role probe") == true)
    }
  }
}
