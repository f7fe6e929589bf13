import ClusterFeatures
import Foundation
import Glibc
import Logging
import Pando
import PandoHosting
import PandoWire
import Testing
import ZeroMQ

@testable import PandoCluster

/// Workers that listen over tcp, as real processes.
@Suite("A worker with keys", .serialized)
struct KeyedWorkerTests {
  private func cluster() throws -> KeyedCluster {
    try KeyedCluster([
      "worker": [.worker], "client": [.client], "friend": [.client], "stranger": [],
    ])
  }

  private func hosting(_ worker: KeyedWorker, _ keys: ClusterKeys) -> Hosting {
    .workers(at: ["\(worker.endpoint)"], keys: keys, placementTimeoutMilliseconds: 60_000)
  }

  @Test("a program whose key the worker trusts is served over tcp")
  func served() async throws {
    let cluster = try cluster()
    defer { cluster.discard() }
    let worker = try cluster.startWorker("worker")
    try await withStore(hosting(worker, cluster.keys.keys("client"))) { store in
      store.send(.open)
      await store.send(.only(.up)).finish()
      #expect(store.state.only?.processID == worker.process.processIdentifier)
    }
    #expect(worker.count("refused") == 0, "\(worker.log)")
  }

  @Test("a tcp endpoint without keys is refused, on the loopback address too, with a way out")
  func closedByDefault() async throws {
    for endpoint in ["tcp://127.0.0.1:7610", "tcp://localhost:7610", "tcp://*:7610"] {
      let error = #expect(throws: KeyError.self) {
        _ = try WorkerService(
          Feature { Shard() }, configuration: .init(endpoint: Endpoint(endpoint), name: "open"))
      }
      #expect(error?.code == .noKeys)
      #expect(error?.message.contains("pando keys new") == true)
    }
  }

  @Test("a program without keys hears at once what a tcp endpoint takes")
  func programWithoutKeys() async throws {
    for hosting in [
      Hosting.workers(at: ["tcp://127.0.0.1:7610"]), .coordinator("tcp://127.0.0.1:7610"),
    ] {
      try await withKnownIssue {
        try await withStore(hosting) { store in
          guard case .failed(let reason)? = store.workers.first?.state else {
            throw NeverHappened()
          }
          #expect(reason.contains("pando keys new"))
        }
      } matching: {
        "\($0)".contains("cannot be used")
      }
    }
  }

  @Test("no key, a wrong key and a key with another role are refused, logged once, and harm nobody")
  func refused() async throws {
    let cluster = try cluster()
    defer { cluster.discard() }
    try cluster.keys.make("colleague")
    // Operators and coordinators may ask a worker something, and no more: WorkerHealthTests, WorkerLanesTests.
    try cluster.keys.trust("colleague", [.worker])
    let worker = try cluster.startWorker("worker")
    try await withStore(hosting(worker, cluster.keys.keys("client"))) { store in
      store.send(.open)
      await store.send(.only(.up)).finish()
      let context = try Context()
      for _ in 0..<3 {
        for name in ["stranger", "colleague"] {
          var raw = try RawClient(worker.endpoint, path: path(cluster, name))
          try raw.send([.hello(Hello(name: name, features: []))])
          let answers = try raw.wait(within: 0.2) { _ in true }
          #expect(answers == nil)
        }
        var plain = try context.socket(.dealer)
        try plain.connect(worker.endpoint)
        _ = try plain.send([1, 2, 3], wait: .never)
        try await Task.sleep(for: .milliseconds(50))
      }
      var plain = try context.socket(.dealer)
      try plain.connect(worker.endpoint)
      try await eventually("a peer without a key is told of") {
        worker.count("came without a key") > 0
      }
      for _ in 0..<20 { await store.send(.only(.up)).finish() }
      #expect(store.state.only?.count == 21)
    }
    let (stranger, colleague) = (
      try cluster.keys.publicKey("stranger"), try cluster.keys.publicKey("colleague")
    )
    #expect(worker.count("--public-key='\(stranger)'") == 1)
    #expect(worker.count("--public-key='\(colleague)'") == 1)
    // One that went before it was looked at may have been told without its address; and one that closed
    // the connection first, for the same reason, as one that went.
    #expect((1...3).contains(worker.count("came without a key")))
    #expect(worker.process.isRunning)
  }

  private func path(_ cluster: KeyedCluster, _ name: String) throws -> CurvePath {
    CurvePath(
      pair: try cluster.keys.loaded(name).pair, serverKey: try cluster.keys.publicKey("worker"))
  }

  @Test("a revoked key with a live session is cut off within a second, and nobody else notices")
  func revoked() async throws {
    let cluster = try cluster()
    defer { cluster.discard() }
    let worker = try cluster.startWorker("worker")
    try await withStore(hosting(worker, cluster.keys.keys("friend"))) { store in
      store.send(.open)
      await store.send(.only(.up)).finish()
      var raw = try RawClient(worker.endpoint, path: path(cluster, "client"))
      try raw.sayHello("to be revoked")
      try raw.send([raw.open(1), raw.reduce(1, 1, .up)])
      let messages = try raw.wait { if case .result = $0 { true } else { false } }
      #expect(messages != nil)

      try cluster.keys.revoke("client")
      let clock = BusyClock()
      // It goes on as if nothing were, until it hears that it is over.
      let refusal = try raw.wait { if case .refuse = $0 { true } else { false } }
      let elapsed = clock.elapsed
      clock.stop()
      #expect(refusal?.last == .refuse(reason: "its key was revoked"))
      #expect(elapsed < .seconds(1), "it took \(elapsed)")
      // The connection is gone, and there is no other.
      var isLost = false
      try await eventually("the connection is gone") {
        isLost = isLost || (try? raw.hasLostConnection()) == true
        return isLost
      }
      var again = try RawClient(worker.endpoint, path: path(cluster, "client"))
      try again.send([.hello(Hello(name: "again", features: []))])
      let answers = try again.wait(within: 0.5) { _ in true }
      #expect(answers == nil)

      for _ in 0..<20 { await store.send(.only(.up)).finish() }
      #expect(store.state.only?.count == 21)
      #expect(store.state.only?.processID == worker.process.processIdentifier)
    }
    #expect(worker.count("to be revoked is cut off") == 1)
  }

  @Test("a client that takes the routing id of another that has gone does not get its session")
  func takenRoutingID() async throws {
    let cluster = try cluster()
    defer { cluster.discard() }
    let worker = try cluster.startWorker("worker")
    let routingID = Array("the same".utf8)
    var first: RawClient? = try RawClient(
      worker.endpoint, path: path(cluster, "client"), routingID: routingID)
    try first?.sayHello()
    // It goes without a goodbye, and its session ends with the connection.
    first = nil
    var second = try RawClient(
      worker.endpoint, path: path(cluster, "friend"), routingID: routingID)
    var answers: [WorkerMessage]?
    for number: UInt64 in 1...100 where answers == nil {
      try second.send([.ping(number)])
      answers = try second.wait(within: 0.2) { _ in true }
    }
    #expect(answers == [.refuse(reason: WorkerMessage.strangerReason)])
    var third = try RawClient(
      worker.endpoint, path: path(cluster, "client"), routingID: Array("another".utf8))
    try third.sayHello()
  }

  @Test("a session that says nothing is cut off, too, and its effects end")
  func revokedStore() async throws {
    let cluster = try cluster()
    defer { cluster.discard() }
    let worker = try cluster.startWorker("worker")
    let keys = try cluster.keys.keys("client", trusting: ["worker": [.worker]])
    try await withStore(hosting(worker, keys)) { store in
      store.send(.open)
      await store.send(.only(.up)).finish()
      try cluster.keys.revoke("client")
      try await eventually("the worker has let go of it") { worker.count("is cut off") == 1 }
      // What it sends waits; once its key is trusted again, it goes on.
      try await expectWait(store) { try cluster.keys.trust("client", [.client]) }
    }
  }

  /// Sends an action that waits for a key to be trusted again.
  private func expectWait(_ store: StoreOf<Board>, until trust: () throws -> Void) async throws {
    store.send(.only(.up))
    try await Task.sleep(for: .milliseconds(300))
    #expect(store.state.only?.count == 1)
    try trust()
    try await eventually("the action has committed") { store.state.only?.count == 2 }
  }

  @Test("a program lets go of a worker whose key is revoked, and takes no other in its place")
  func revokedWorker() async throws {
    let cluster = try cluster()
    defer { cluster.discard() }
    let worker = try cluster.startWorker("worker")
    // The worker's own keyring trusts the client all the while.
    try await withStore(hosting(worker, cluster.keys.keys("client"))) { store in
      store.send(.open)
      await store.send(.only(.up)).finish()
      try cluster.keys.revoke("worker")
      try await eventually("the link is lost") { store.workers.allSatisfy { $0.state != .ready } }
      try await expectWait(store) { try cluster.keys.trust("worker", [.worker]) }
    }
  }

  @Test("of several workers' keys the right one is found for each endpoint")
  func severalWorkers() async throws {
    let cluster = try KeyedCluster([
      "client": [.client], "one": [.worker], "two": [.worker], "three": [.worker],
      "away": [.worker],
    ])
    defer { cluster.discard() }
    let workers = try ["one", "two", "three"].map { try cluster.startWorker($0) }
    let hosting = Hosting.workers(
      at: workers.map { "\($0.endpoint)" }, keys: cluster.keys.keys("client"))
    try await withStore(hosting) { store in
      try await eventually("all are there") { store.workers.allSatisfy { $0.state == .ready } }
      for id in 0..<3 {
        store.send(.add(id))
        await store.send(.shards(.element(id: id, action: .up))).finish()
      }
      #expect(
        Set(store.state.shards.map(\.processID)) == Set(workers.map(\.process.processIdentifier)))
    }
  }

  @Test("the environment names the keys where the command line does not")
  func environment() async throws {
    let cluster = try cluster()
    defer { cluster.discard() }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: ClusterProgram.path)
    let endpoint = try freeEndpoint()
    process.arguments = ["worker", "--bind", "\(endpoint)", "--ends-with-input"]
    process.environment = ProcessInfo.processInfo.environment.merging([
      "PANDO_KEYRING": cluster.keys.folder.path, "PANDO_KEY": cluster.keys.secretPath("worker"),
    ]) { $1 }
    process.standardInput = Pipe()
    try process.run()
    defer {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    try await withStore(.workers(at: ["\(endpoint)"], keys: cluster.keys.keys("client"))) { store in
      store.send(.open)
      await store.send(.only(.up)).finish()
      #expect(store.state.only?.processID == process.processIdentifier)
    }
  }
}
