import ClusterFeatures
import Foundation
import PandoHosting
import Testing
import ZeroMQ

@testable import PandoCluster

@Suite("Asking a worker whether it is there", .serialized)
struct WorkerHealthTests {
  @Test("a worker answers while all its reducers are busy, and no session is opened")
  func busy() async throws {
    let worker = try RawWorker(endsWithInput: false)
    defer { worker.discard() }
    var client = try RawClient(worker.endpoint)
    try client.sayHello()
    try client.send([client.open(1), client.reduce(1, 1, .sleep(milliseconds: 45_000))])
    try await eventually("the worker counts its child") {
      await (try? WorkerHealth.ask(workerAt: worker.endpoint).children) == 1
    }
    let came = worker.errorText.split(separator: "\n").filter { $0.contains("has come") }
    #expect(came.count == 1, "only the client's session: \(worker.errorText)")
  }

  @Test("nobody at the endpoint is told within the time")
  func nobody() async throws {
    let silence = await thrown(WorkerSilence.self) {
      _ = try await WorkerHealth.ask(
        workerAt: .ipc(path: "/tmp/pando-nobody-\(getpid()).sock"), timeoutMilliseconds: 200)
    }
    #expect(silence?.description.contains("nobody listens there") == true)
    #expect(silence?.description.contains("200 ms") == true)
  }

  @Test("a worker that stands still is told within the time")
  func stopped() async throws {
    let worker = try RawWorker()
    defer { worker.discard() }
    _ = try await WorkerHealth.ask(workerAt: worker.endpoint, timeoutMilliseconds: 20_000)
    _ = try await WorkerHealth.ask(workerAt: worker.endpoint, timeoutMilliseconds: .max)
    try await stop(worker.process.processIdentifier)
    let silence = await thrown(WorkerSilence.self) {
      _ = try await WorkerHealth.ask(workerAt: worker.endpoint, timeoutMilliseconds: 300)
    }
    #expect(silence?.description.contains("300 ms") == true)
  }

  @Test("over tcp a key with the role operator may ask, and may have nothing hosted")
  func keys() async throws {
    let cluster = try KeyedCluster([
      "one": [.worker], "probe": [.operator], "app": [.client], "other": [.worker],
    ])
    defer { cluster.discard() }
    let worker = try cluster.startWorker("one")
    for name in ["probe", "app"] {
      let health = try await WorkerHealth.ask(
        workerAt: worker.endpoint, keys: keys(cluster, name), timeoutMilliseconds: 20_000)
      #expect(health.children == 0)
    }
    let path = CurvePath(
      pair: try cluster.keys.loaded("probe").pair,
      serverKey: try cluster.keys.loaded("one").pair.publicKey)
    var client = try RawClient(worker.endpoint, path: path)
    try client.send([.hello(Hello(name: "a probe that wants more", features: []))])
    let answer = try client.wait { _ in true }
    guard case .refuse(let reason)? = answer?.first else {
      Issue.record("an operator's hello was answered with \(answer ?? [])")
      return
    }
    #expect(reason.contains("--role client"))
    let silence = await thrown(WorkerSilence.self) {
      _ = try await WorkerHealth.ask(
        workerAt: worker.endpoint, keys: keys(cluster, "other"), timeoutMilliseconds: 20_000)
    }
    #expect(silence?.description.contains("--role probe") == true)
  }

  private func keys(_ cluster: KeyedCluster, _ name: String) -> ClusterKeys {
    .files(keyring: cluster.keys.folder.path, key: cluster.keys.secretPath(name))
  }
}
