import Foundation
import Testing
import ZeroMQ

@testable import PandoCluster

@Suite("The settings of a worker process", .serialized)
struct WorkerSettingsTests {
  @Test("a worker of a program reads a file, and the environment before it")
  func file() async throws {
    let folder = TemporaryDirectory()
    let endpoint = try folder.endpoint("coordinator.sock")
    let coordinator = try await RunningCoordinator(CoordinatorConfiguration(endpoint: endpoint))
    let file = folder.path + "/worker.json"
    try Data(#"{"name": "by file", "coordinator": "\#(endpoint)"}"#.utf8)
      .write(to: URL(fileURLWithPath: file))
    let worker = try RawWorker(
      endsWithInput: false, name: nil, arguments: ["--config", file])
    let other = try RawWorker(
      endsWithInput: false, name: nil,
      environment: ["PANDO_CONFIG": file, "PANDO_NAME": "by environment"])
    defer {
      worker.discard()
      other.discard()
    }
    try await eventually("both have joined") {
      let status = try? await ClusterStatus.ask(coordinatorAt: endpoint)
      return Set(status?.workers.map(\.name) ?? []) == ["by file", "by environment"]
    }
    try await coordinator.stop()
  }

  @Test(
    "a worker that a program starts for itself does not heed what the program's environment says")
  func spawned() async throws {
    let folder = TemporaryDirectory()
    let endpoint = try folder.endpoint("coordinator.sock")
    let coordinator = try await RunningCoordinator(CoordinatorConfiguration(endpoint: endpoint))
    let environment = [
      "PANDO_COORDINATOR": "\(endpoint)", "PANDO_CONFIG": folder.path + "/none.json",
      "PANDO_BIND": "ipc:///nowhere/worker.sock",
    ]
    let worker = try RawWorker(environment: environment)
    defer { worker.discard() }
    _ = try await WorkerHealth.ask(workerAt: worker.endpoint, timeoutMilliseconds: 30_000)
    // One that heeds it joins: by then the other would have, too.
    let other = try RawWorker(
      endsWithInput: false, environment: ["PANDO_COORDINATOR": "\(endpoint)"])
    defer { other.discard() }
    try await eventually("the other one has joined") {
      let status = try? await ClusterStatus.ask(coordinatorAt: endpoint)
      return status?.workers.map(\.processID).contains(other.process.processIdentifier) == true
    }
    let workers = try await ClusterStatus.ask(coordinatorAt: endpoint).workers
    #expect(workers.map(\.processID) == [other.process.processIdentifier])
    try await coordinator.stop()
  }

  @Test("settings that cannot be used end it with the status of a wrong command line")
  func unusable() async throws {
    let worker = try RawWorker(endsWithInput: false, environment: ["PANDO_LOG_LEVEL": "loud"])
    defer { worker.discard() }
    try await eventually("it has ended") { !worker.isRunning }
    #expect(worker.process.terminationStatus == 64)
    #expect(worker.errorText.contains("PANDO_LOG_LEVEL: \"loud\" is no level"))
  }
}
