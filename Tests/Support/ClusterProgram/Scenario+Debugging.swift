import ClusterFeatures
import Foundation
import InMemoryLogging
import Logging
import Pando
import PandoCluster

extension Scenario {
  private static func trunk(workers: Int) -> StoreOf<Trunk> {
    Store(initialState: Trunk.State()) {
      Trunk()
    } withDependencies: {
      $0.hosting = .workers(workers)
    }
  }

  /// Says in whose process a hosted child is reduced.
  static func hostedWhere() async {
    let store = trunk(workers: 1)
    await store.send(.branch(.bend(3))).finish()
    let branch = store.state.branch
    await store.stop()
    print("bent by \(branch?.bend ?? 0) \(branch?.processID == getpid() ? "here" : "elsewhere")")
  }

  /// Ends right behind the last of a hundred actions of a hosted child that prints its changes.
  static func hostedChanges() async {
    let store = trunk(workers: 1)
    for _ in 0..<99 { store.send(.branch(.bend(1))) }
    await store.send(.branch(.bend(1))).finish()
    await store.stop()
  }

  /// A child's reducer traps on every worker, and the child goes on behind that.
  static func crash() async {
    let log = InMemoryLogHandler()
    LoggingSystem.bootstrap { label in
      MultiplexLogHandler([StreamLogHandler.standardError(label: label), log])
    }
    let store = trunk(workers: 2)
    await store.send(.branch(.bend(1))).finish()
    let start = ContinuousClock.now
    await store.send(.branch(.snap)).finish()
    await store.send(.branch(.bend(1))).finish()
    let time = ContinuousClock.now - start
    let bend = store.state.branch?.bend ?? 0
    // A store that ends waits for backtraces, but not for as long as they may take where much else runs.
    let stopsAtOnce = ProcessInfo.processInfo.environment["PANDO_TEST_STOPS"] != nil
    while !stopsAtOnce, log.entries.count(where: { "\($0.message)".contains(" crashed: ") }) < 2 {
      try? await Task.sleep(for: .milliseconds(20))
    }
    await store.stop()
    print("bent by \(bend) after \(time)")
  }
}
