import Foundation
import Logging
import PandoCluster
import Synchronization
import ZeroMQ

/// Workers that join a coordinator in this process, and are started again when they end, as a service
/// manager does it.
final class Fleet: Sendable {
  private struct State {
    var members: [(name: String, process: SpawnedProcess?, restartAt: UInt64)]
    var isStopping = false
  }

  private let state: Mutex<State>
  private let folder: RunFolder
  private let coordinator = Mutex<Task<Void, Never>?>(nil)
  private let end = DispatchSemaphore(value: 0)

  private static let pauseNanoseconds: UInt64 = 50_000_000

  init(_ plan: Plan, _ folder: RunFolder) {
    self.folder = folder
    state = Mutex(State(members: (1...plan.workerCount).map { ("w\($0)", nil, 0) }))
  }

  var coordinatorEndpoint: String { "ipc://\(folder.path)/coordinator.sock" }

  /// The workers that run.
  var processIDs: [Int32] {
    state.withLock { $0.members.compactMap(\.process?.processID) }
  }

  /// Returns once the coordinator listens; the workers join when they are ready.
  func start() async {
    startCoordinator()
    while !FileManager.default.fileExists(atPath: folder.path + "/coordinator.sock") {
      try? await Task.sleep(for: .milliseconds(2))
    }
    let thread = Thread { [self] in
      while mind() { usleep(5_000) }
      end.signal()
    }
    thread.name = "fleet"
    thread.start()
  }

  func restartCoordinator() {
    let old = coordinator.withLock { task in
      defer { task = nil }
      return task
    }
    old?.cancel()
    coordinator.withLock { task in
      task = Task { [self] in
        await old?.value
        await Self.runCoordinator(coordinatorEndpoint)
      }
    }
  }

  private func startCoordinator() {
    coordinator.withLock { task in
      task = Task { [self] in await Self.runCoordinator(coordinatorEndpoint) }
    }
  }

  private static func runCoordinator(_ endpoint: String) async {
    guard let endpoint = try? Endpoint(endpoint) else { return }
    var configuration = CoordinatorConfiguration(endpoint: endpoint)
    configuration.beatIntervalMilliseconds = 200
    configuration.lifeMilliseconds = 2_000
    let service = CoordinatorService(
      configuration: configuration,
      logger: Logger(label: "coordinator"))
    do {
      try await service.run()
    } catch {
      // The end of the run would only show that nothing moves.
      preconditionFailure("the coordinator cannot run: \(error)")
    }
  }

  /// Starts what has ended. Returns false once all have ended for good.
  private func mind() -> Bool {
    state.withLock { state in
      let now = monotonicNanoseconds()
      for index in state.members.indices {
        if let process = state.members[index].process {
          guard process.hasEnded() else { continue }
          state.members[index].process = nil
          state.members[index].restartAt = now + Self.pauseNanoseconds
        } else if !state.isStopping, state.members[index].restartAt <= now {
          let name = state.members[index].name
          state.members[index].process = SpawnedProcess([
            "worker", "--bind", "ipc://\(folder.path)/\(name).sock", "--name", name,
            "--coordinator", coordinatorEndpoint, "--ends-with-input",
          ])
        }
      }
      return !state.isStopping || state.members.contains { $0.process != nil }
    }
  }

  /// Ends the workers as their standard input does, and the coordinator.
  func stop() async {
    state.withLock { state in
      state.isStopping = true
      for member in state.members { member.process?.closeInput() }
    }
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [end] in
        end.wait()
        continuation.resume()
      }
    }
    let task = coordinator.withLock { $0 }
    task?.cancel()
    await task?.value
  }
}
