import ClusterFeatures
import CoreMetrics
import Foundation
import Pando
import PandoCluster

extension Scenario {
  /// Serves the process's metrics, and prints where.
  static func serveMetrics() throws {
    let metrics = PrometheusMetrics()
    MetricsSystem.bootstrap(metrics)
    let server = try ScrapeServer(
      at: ServedAddress("127.0.0.1:0", for: .metrics, mayBeOnNetwork: false)
    ) {
      MetricsCollector.shared.collect()
      return metrics.text
    }
    server.start()
    print("http://\(server.address)/metrics")
    fflush(nil)
  }

  /// Serves metrics, and sends actions of which one ends its workers, until it is killed.
  static func measured() async throws {
    try serveMetrics()
    let store = Store(initialState: Board.State()) {
      Board()
    } withDependencies: {
      $0.hosting = .workers(2)
    }
    store.send(.open)
    let folder = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    await store.send(.only(.die(inProcesses: 1_000, folder: folder))).finish()
    while true {
      for _ in 0..<100 { store.send(.only(.up)) }
      await store.send(.only(.up)).finish()
    }
  }
}
