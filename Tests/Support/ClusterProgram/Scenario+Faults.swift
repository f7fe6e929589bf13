import ClusterFeatures
import Foundation
import Pando
import PandoCluster

extension Scenario {
  /// Serves metrics and sends actions to a child with a fault, and to one without, until it is killed.
  static func fault(_ fault: String) async throws {
    serveMetrics()
    let store = Store(initialState: Ward.State(treats: fault == "squashes")) {
      Ward()
    } withDependencies: {
      $0.hosting = .workers(2)
    }
    await store.send(.patient(.up)).finish()
    await store.send(.healthy(.up)).finish()
    for child in store.hostedChildren { print("\(child.feature) is on \(child.worker ?? "none")") }
    print("placed")
    fflush(nil)
    while true {
      for _ in 0..<20 {
        store.send(.healthy(.up))
        store.send(.patient(fault == "leak" ? .leak(bytes: 100_000) : .up))
      }
      await store.send(.patient(.up)).finish()
      try await Task.sleep(for: .milliseconds(2))
    }
  }
}
