import Distributed
import PandoHosting
import Synchronization

/// A coordinator as its own process sees it: without a socket, and without a key.
///
/// What is asked runs on the thread of the control plane, as the coordinator's own work does, so that it never
/// waits behind the one who asks.
package final class CoordinatorView: Sendable {
  /// The state of a coordinator at one time.
  package struct Look: Sendable {
    package var status: ClusterStatus
    /// The last events of its workers, oldest first.
    package var events: [WorkerEvent]
  }

  private struct State {
    var coordinator: Coordinator?
    var keys = ClusterKeys.environment
  }

  private let state = Mutex(State())

  package init() {}

  /// Shows a coordinator from now on; nil once it has stopped.
  func show(_ coordinator: Coordinator?, keys: ClusterKeys) {
    state.withLock { ($0.coordinator, $0.keys) = (coordinator, keys) }
  }

  private var coordinator: Coordinator? { state.withLock { $0.coordinator } }

  /// Returns the coordinator as it stands; nil while there is none.
  package func look() async -> Look? {
    guard let coordinator else { return nil }
    return await ControlExecutor.prefer {
      await coordinator.whenLocal { coordinator in
        coordinator.expire()
        return Look(status: coordinator.makeStatus(), events: coordinator.chronicle.events)
      }
    }
  }

  /// The keys of the coordinator, by which workers know it.
  var keys: ClusterKeys { state.withLock { $0.keys } }

  /// Has a worker drain, which is named by its id or its name.
  package func drain(
    _ worker: String, withinMilliseconds milliseconds: Int
  ) async throws -> ClusterStatus.Worker {
    let coordinator = try running()
    return try await ControlExecutor.prefer {
      await outcome { try await coordinator.drain(worker, withinMilliseconds: milliseconds) }
    }.get()
  }

  /// Has a worker host children again.
  package func undrain(_ worker: String) async throws -> ClusterStatus.Worker {
    let coordinator = try running()
    return try await ControlExecutor.prefer {
      await outcome { try await coordinator.undrain(worker) }
    }.get()
  }

  private func running() throws(ControlError) -> Coordinator {
    guard let coordinator else { throw .unavailable("the coordinator does not listen") }
    return coordinator
  }
}

/// Returns what a body returned or threw.
private func outcome<Value: Sendable>(
  _ body: @Sendable () async throws -> Value
) async -> Result<Value, any Error> {
  do { return .success(try await body()) } catch { return .failure(error) }
}
