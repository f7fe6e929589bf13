import ClusterFeatures
import Foundation
import Pando
import Testing
import ZeroMQ

@testable import PandoCluster

@Suite("Metrics of a worker on a network", .serialized, .timeLimit(.minutes(15)))
struct KeyedMetricsTests {
  /// Returns the address of a worker's metrics, once it listens.
  private func metrics(of worker: KeyedWorker) async throws -> String {
    var address = ""
    try await eventually("it says where its metrics are") {
      address = worker.log.firstMatch(of: /http:\/\/([0-9.:]+)\/metrics/).map { "\($0.1)" } ?? ""
      return !address.isEmpty
    }
    try await worker.listens()
    return address
  }

  /// Returns the number of connections that a worker says that it has refused.
  private func refusals(_ address: String) -> Double? {
    let name = MetricName.workerRefusals.rawValue + " "
    let line = (try? ScrapePeer.scrape(address))?.split(separator: "\n")
      .first { $0.hasPrefix(name) }
    return line.flatMap { Double($0.dropFirst(name.count)) }
  }

  @Test("tell of no operator who asks with the key that the coordinator names")
  func knownKey() async throws {
    // Both are met with each other's key, where keys are tried in the order of their names.
    let cluster = try KeyedCluster([
      "one": [.worker], "two": [.worker], "probe": [.operator], "lead": [.coordinator],
    ])
    defer { cluster.discard() }
    let coordinator = try await RunningCoordinator(
      CoordinatorConfiguration(
        endpoint: Endpoint("tcp://127.0.0.1:*"), keys: cluster.keys.keys("lead")))
    let workers = try ["one", "two"].map { name in
      try cluster.startWorker(
        name, arguments: ["--metrics", "127.0.0.1:0", "--coordinator", "\(coordinator.endpoint)"])
    }
    var addresses: [String] = []
    for worker in workers { addresses.append(try await metrics(of: worker)) }
    let keys = cluster.keys.keys("probe")
    var status: ClusterStatus?
    try await eventually("both have joined") {
      status = try? await ClusterStatus.ask(coordinatorAt: coordinator.endpoint, keys: keys)
      return status?.workers.count == 2
    }
    for worker in status?.workers ?? [] {
      #expect(try worker.publicKey == cluster.keys.publicKey(worker.name).z85)
    }
    for _ in 0..<5 {
      let lanes = await LaneStatus.ask(
        status?.workers ?? [], keys: keys, timeoutMilliseconds: 30_000)
      #expect(lanes.silent.isEmpty, "\(lanes.silent)")
      for worker in workers {
        let key = status?.workers.first { $0.endpoint == "\(worker.endpoint)" }?.publicKey
        _ = try await WorkerHealth.ask(
          workerAt: worker.endpoint, publicKey: CurveKey(z85: #require(key)), keys: keys,
          timeoutMilliseconds: 30_000)
      }
    }
    for (worker, address) in zip(workers, addresses) {
      #expect(refusals(address) == 0, "\(worker.log)")
    }
    // A coordinator of an earlier release does not name them, and one that lies names another: all are asked.
    var lie = status?.workers ?? []
    for index in lie.indices { lie[index].publicKey = [nil, "a lie"][index] }
    let lanes = await LaneStatus.ask(lie, keys: keys, timeoutMilliseconds: 30_000)
    #expect(lanes.silent.isEmpty, "\(lanes.silent)")
    cluster.discard()
    try await coordinator.stop()
  }

  @Test("tell of a client with a wrong key, and of none that is trusted")
  func wrongKey() async throws {
    let cluster = try KeyedCluster(["worker": [.worker], "client": [.client], "stranger": []])
    defer { cluster.discard() }
    let worker = try cluster.startWorker("worker", arguments: ["--metrics", "127.0.0.1:0"])
    let address = try await metrics(of: worker)
    try await withStore(hosting(worker, cluster.keys.keys("client"))) { store in
      store.send(.open)
      await store.send(.only(.up)).finish()
      #expect(refusals(address) == 0)
    }
    try await withStore(hosting(worker, cluster.keys.keys("stranger"))) { store in
      store.send(.open)
      store.send(.only(.up))
      try await eventually("the refusal is counted") { (refusals(address) ?? 0) >= 1 }
      #expect(store.workers.map(\.state) != [.ready])
    }
  }

  private func hosting(_ worker: KeyedWorker, _ keys: ClusterKeys) -> Hosting {
    .workers(at: ["\(worker.endpoint)"], keys: keys, placementTimeoutMilliseconds: 60_000)
  }
}
