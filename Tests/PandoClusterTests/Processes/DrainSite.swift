import ClusterFeatures
import Foundation
import Logging
import Pando
import PandoCluster
import Testing
import ZeroMQ

/// A coordinator in this process, workers that are processes, and a store that finds them.
final class DrainSite {
  let folder: String
  let endpoint: Endpoint
  let store: StoreOf<Errands>
  private(set) var workers: [String: Process] = [:]
  private var coordinator: Task<Void, any Error>

  /// Runs `body` with so many errands on these workers, and ends everything.
  static func with(
    _ names: [String], errands: Int, arguments: [String] = [],
    _ body: (DrainSite) async throws -> Void
  ) async throws {
    try await withFolder { folder in
      chmod(folder, 0o700)
      let site = try await DrainSite(folder, errands: errands)
      let result: Result<Void, any Error>
      do {
        for name in names { try await site.start(name, arguments) }
        try await body(site)
        result = .success(())
      } catch {
        result = .failure(error)
      }
      await site.end()
      try result.get()
    }
  }

  private init(_ folder: String, errands: Int) async throws {
    self.folder = folder
    let endpoint = try Endpoint("ipc://\(folder)/coordinator.sock")
    self.endpoint = endpoint
    coordinator = Self.coordinator(at: endpoint)
    store = Store(initialState: Errands.State(count: errands)) {
      Errands()
    } withDependencies: {
      $0.hosting = .coordinator(endpoint.description)
    }
    try await listens()
  }

  private static func coordinator(at endpoint: Endpoint) -> Task<Void, any Error> {
    var configuration = CoordinatorConfiguration(endpoint: endpoint)
    configuration.beatIntervalMilliseconds = 50
    let service = CoordinatorService(
      configuration: configuration,
      logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
    return Task { try await service.run() }
  }

  private func listens() async throws {
    try await eventually("the coordinator listens") {
      FileManager.default.fileExists(atPath: folder + "/coordinator.sock")
    }
  }

  /// Ends the coordinator, and starts another in its place, which knows nobody.
  func restartCoordinator() async throws {
    coordinator.cancel()
    try await coordinator.value
    coordinator = Self.coordinator(at: endpoint)
    try await listens()
  }

  private func end() async {
    await store.stop()
    for worker in workers.values where worker.isRunning {
      kill(worker.processIdentifier, SIGKILL)
      worker.waitUntilExit()
    }
    coordinator.cancel()
    try? await coordinator.value
  }

  /// Starts a worker, and returns once the coordinator knows it.
  func start(
    _ name: String, _ arguments: [String] = [], environment: [String: String] = [:]
  ) async throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: ClusterProgram.path)
    process.arguments =
      [
        "worker", "--bind", "ipc://\(folder)/\(name).sock", "--name", name,
        "--coordinator", endpoint.description, "--ends-with-input",
      ] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = Pipe()
    try process.run()
    workers[name] = process
    try await eventually("\(name) has joined") {
      await status(name)?.processID == process.processIdentifier
    }
  }

  func processID(_ name: String) -> Int32 { workers[name]?.processIdentifier ?? -1 }

  func status(_ name: String) async -> ClusterStatus.Worker? {
    try? await ClusterStatus.ask(coordinatorAt: endpoint).workers.last { $0.name == name }
  }

  /// Runs the command beside the test bundle.
  func pando(_ arguments: String...) async throws -> FinishedProgram {
    try await FinishedProgram.run("pando", arguments + ["--coordinator", endpoint.description])
  }

  /// Sends to an errand, and returns when all that follows has ended.
  func send(_ id: Int, _ action: Errand.Action) async {
    await store.send(.errands(.element(id: id, action: action))).finish()
  }

  /// Sends an action to each errand.
  func upAll() async {
    for errand in store.state.errands { await send(errand.id, .up) }
  }

  /// The processes that have reduced last.
  var processIDs: Set<Int32> { Set(store.state.errands.map(\.processID)) }

  /// Children that a worker has, as the store sees it.
  func children(of name: String) -> Int {
    store.hostedChildren.count { $0.processID == processID(name) }
  }
}
