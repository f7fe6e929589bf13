import ClusterFeatures
import Foundation
import Pando
import Testing

@testable import PandoCluster

@Suite("Metrics of a worker on a network", .serialized, .timeLimit(.minutes(2)))
struct KeyedMetricsTests {
  @Test("tell of a client with a wrong key, and of none that is trusted")
  func wrongKey() async throws {
    let cluster = try KeyedCluster(["worker": [.worker], "client": [.client], "stranger": []])
    defer { cluster.discard() }
    let worker = try cluster.startWorker("worker", arguments: ["--metrics", "127.0.0.1:0"])
    var address = ""
    try await eventually("it says where its metrics are") {
      address = worker.log.firstMatch(of: /http:\/\/([0-9.:]+)\/metrics/).map { "\($0.1)" } ?? ""
      return !address.isEmpty
    }
    try await worker.listens()
    func refusals() -> Double? {
      let name = MetricName.workerRefusals.rawValue + " "
      let line = (try? ScrapePeer.scrape(address))?.split(separator: "\n")
        .first { $0.hasPrefix(name) }
      return line.flatMap { Double($0.dropFirst(name.count)) }
    }
    try await withStore(hosting(worker, cluster.keys.keys("client"))) { store in
      store.send(.open)
      await store.send(.only(.up)).finish()
      #expect(refusals() == 0)
    }
    try await withStore(hosting(worker, cluster.keys.keys("stranger"))) { store in
      store.send(.open)
      store.send(.only(.up))
      try await eventually("the refusal is counted") { (refusals() ?? 0) >= 1 }
      #expect(store.workers.map(\.state) != [.ready])
    }
  }

  private func hosting(_ worker: KeyedWorker, _ keys: ClusterKeys) -> Hosting {
    .workers(at: ["\(worker.endpoint)"], keys: keys, placementTimeoutMilliseconds: 60_000)
  }
}
