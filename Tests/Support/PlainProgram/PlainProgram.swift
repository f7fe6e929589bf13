import ClusterFeatures
import Foundation
import Pando
import PandoCluster

/// A program that asks for workers and does not know how to be one, as a test runner does not.
///
/// Every process of the program adds a byte to the file that `PANDO_TEST_COUNT` names. A process that
/// finds too many there ends at once: no fault of what is tested may fill the machine.
@main
enum PlainProgram {
  static func main() async throws {
    let environment = ProcessInfo.processInfo.environment
    let file = environment["PANDO_TEST_COUNT"] ?? "/dev/null"
    let descriptor = open(file, O_WRONLY | O_APPEND | O_CREAT, 0o600)
    write(descriptor, "x", 1)
    if lseek(descriptor, 0, SEEK_END) > 16 { _exit(99) }

    // As if this process were a worker.
    if environment["PANDO_TEST_ADOPT"] != nil { SpawnMark.adopt() }
    let count = Int(environment["PANDO_TEST_WORKERS"] ?? "") ?? 2
    let store = Store(initialState: Board.State()) {
      Board()
    } withDependencies: {
      $0.hosting = .workers(count)
    }
    store.send(.open)
    // The end of the pool is an event of its own; the deadline is for a fault in it.
    let deadline = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < deadline {
      for worker in store.workers {
        guard case .failed(let reason) = worker.state else { continue }
        print("failed: \(reason)")
        await store.stop()
        return
      }
      try await Task.sleep(for: .milliseconds(20))
    }
    print("the workers did not fail")
    await store.stop()
  }
}
