import ClusterFeatures
import CoreMetrics
import Foundation
import Pando
import PandoCluster

extension Scenario {
  /// Serves the process's metrics, and prints where.
  static func serveMetrics() {
    let isSaid = ProcessInfo.processInfo.environment["PANDO_METRICS"] != nil
    let server = isSaid ? MetricsServer.bootstrap() : MetricsServer.bootstrap(at: "127.0.0.1:0")
    if let server { print(server.url) }
    CoreMetrics.Counter(label: "leaves").increment()
    fflush(nil)
  }

  /// Serves metrics, and sends actions of which one ends its workers, until it is killed.
  static func measured() async throws {
    serveMetrics()
    let store = Store(initialState: Board.State()) {
      Board()
    } withDependencies: {
      $0.hosting = .workers(2)
    }
    store.send(.open)
    let folder = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    await store.send(.only(.die(inProcesses: 1_000, folder: folder))).finish()
    print("commits go on")
    fflush(nil)
    while true {
      for _ in 0..<100 { store.send(.only(.up)) }
      await store.send(.only(.up)).finish()
    }
  }
}
