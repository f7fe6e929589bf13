import ClusterFeatures
import Foundation
import Pando
import PandoCluster
import Synchronization

extension Scenario {
  private final class Count: Sendable {
    let value = Atomic(0)
  }

  /// Tasks send in loops to a worker that is stopped, on every thread of the concurrency pool and on the main thread; then
  /// it is killed.
  static func sendingPool() {
    let store = Store(initialState: Board.State()) {
      Board()
    } withDependencies: {
      $0.hosting = .workers(1).window(50)
    }
    store.send(.open)
    store.send(.only(.up))
    wait("the child is there") { store.state.only?.count == 1 }
    let processID = store.state.only?.processID ?? 0
    kill(processID, SIGSTOP)
    wait("the worker has stopped") { isStopped(processID) }
    let sent = Count()
    let senderCount = ProcessInfo.processInfo.activeProcessorCount * 4
    for _ in 0..<senderCount { Task.detached { send(300, to: store, sent) } }
    Task { @MainActor in send(300, to: store, sent) }
    wait("the window is full") { sent.value.load(ordering: .relaxed) >= 50 }
    // What would come now would be over the window; it has had its time.
    usleep(500_000)
    print("accepted: \(sent.value.load(ordering: .relaxed))")
    kill(processID, SIGKILL)
    wait("all have committed") { store.state.only?.count == 1 + 300 * (senderCount + 1) }
    print("all have committed")
    exit(0)
  }

  /// Returns whether every thread of a process is stopped by a signal.
  private static func isStopped(_ processID: Int32) -> Bool {
    let folder = "/proc/\(processID)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return threads.allSatisfy {
      (try? String(contentsOfFile: "\(folder)/\($0)/stat", encoding: .utf8))?.contains(") T ")
        == true
    }
  }

  private static func send(_ count: Int, to store: StoreOf<Board>, _ sent: Count) {
    for _ in 0..<count {
      store.send(.only(.up))
      sent.value.add(1, ordering: .relaxed)
    }
  }
}
