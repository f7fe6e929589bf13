import ClusterFeatures
import Foundation
import Logging
import Pando
import PandoCluster
import PandoHosting
import Testing
import ZeroMQ

/// A coordinator and workers that a store finds through it; all but the store are real processes or
/// listen on real sockets.
@Suite("Workers behind a coordinator", .serialized)
struct CoordinatedProcessTests {
  private func startWorker(_ name: String, _ folder: String) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: ClusterProgram.path)
    process.arguments = [
      "worker", "--bind", "ipc://\(folder)/\(name).sock", "--name", name,
      "--coordinator", "ipc://\(folder)/coordinator.sock", "--ends-with-input",
    ]
    process.standardInput = Pipe()
    try process.run()
    return process
  }

  @Test("one whose endpoint another has does not join in the other's place")
  func intruder() async throws {
    let folder =
      FileManager.default.temporaryDirectory.path + "/pando-\(UUID().uuidString.prefix(8))"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let endpoint = try Endpoint("ipc://\(folder)/coordinator.sock")
    let coordinator = Task {
      try await CoordinatorService(configuration: .init(endpoint: endpoint), logger: .quiet).run()
    }
    func ids() async -> [String]? {
      (try? await ClusterStatus.ask(coordinatorAt: endpoint))?.workers.map { "\($0.id)" }
    }
    try await eventually("the coordinator listens") {
      FileManager.default.fileExists(atPath: folder + "/coordinator.sock")
    }
    let worker = try startWorker("one", folder)
    defer { worker.terminate() }
    try await eventually("the worker has joined", within: 30) { await ids()?.count == 1 }
    let id = await ids()
    for _ in 0..<8 {
      let intruder = try startWorker("one", folder)
      intruder.waitUntilExit()
      #expect(intruder.terminationStatus == 1)
    }
    // Whoever was replaced would join again, at its next beat.
    try await Task.sleep(for: .seconds(2))
    #expect(await ids() == id)
    coordinator.cancel()
    try await coordinator.value
  }

  @Test("children are placed on the least loaded, and move when their worker is killed")
  func placementAndDeath() async throws {
    let folder =
      FileManager.default.temporaryDirectory.path + "/pando-\(UUID().uuidString.prefix(8))"
    let endpoint = try Endpoint("ipc://\(folder)/coordinator.sock")
    let service = CoordinatorService(
      configuration: CoordinatorConfiguration(endpoint: endpoint),
      logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
    let coordinator = Task { try await service.run() }
    try await eventually("the coordinator listens") {
      FileManager.default.fileExists(atPath: folder + "/coordinator.sock")
    }
    let workers = [try startWorker("one", folder), try startWorker("two", folder)]
    try await eventually("both workers have joined", within: 30) {
      await (try? ClusterStatus.ask(coordinatorAt: endpoint).workers.count) == 2
    }
    let store = Store(initialState: Board.State()) {
      Board()
    } withDependencies: {
      $0.hosting = .coordinator(endpoint.description)
    }
    for id in 0..<4 {
      store.send(.add(id))
      await store.send(.shards(.element(id: id, action: .up))).finish()
    }
    let hosts = store.state.shards.map(\.processID)
    #expect(Set(hosts) == Set(workers.map(\.processIdentifier)))
    #expect(hosts.count { $0 == workers[0].processIdentifier } == 2)

    kill(workers[0].processIdentifier, SIGKILL)
    for id in 0..<4 { await store.send(.shards(.element(id: id, action: .up))).finish() }
    #expect(store.state.shards.allSatisfy { $0.count == 2 })
    #expect(store.state.shards.allSatisfy { $0.processID == workers[1].processIdentifier })

    await store.stop()
    workers[1].terminate()
    workers[1].waitUntilExit()
    #expect(workers[1].terminationStatus == 0)
    coordinator.cancel()
    try? await coordinator.value
    let left = try FileManager.default.contentsOfDirectory(atPath: folder)
    // The killed worker could not clear up; the next at its endpoint does.
    #expect(left.allSatisfy { $0.hasPrefix("one.sock") })
    try FileManager.default.removeItem(atPath: folder)
  }

  /// A coordinator in this process, until the end of `body`.
  private func withCoordinator(
    _ body: (_ folder: String, Endpoint) async throws -> Void
  ) async throws {
    try await withFolder { folder in
      chmod(folder, 0o700)
      let endpoint = try Endpoint("ipc://\(folder)/coordinator.sock")
      var configuration = CoordinatorConfiguration(endpoint: endpoint)
      configuration.beatIntervalMilliseconds = 100
      configuration.lifeMilliseconds = 1_500
      let service = CoordinatorService(
        configuration: configuration,
        logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
      let coordinator = Task { try await service.run() }
      try await eventually("the coordinator listens") {
        FileManager.default.fileExists(atPath: folder + "/coordinator.sock")
      }
      let result: Result<Void, any Error>
      do {
        try await body(folder, endpoint)
        result = .success(())
      } catch {
        result = .failure(error)
      }
      coordinator.cancel()
      try? await coordinator.value
      try result.get()
    }
  }

  private func joined(_ count: Int, _ endpoint: Endpoint) async throws {
    try await eventually("\(count) workers have joined") {
      await (try? ClusterStatus.ask(coordinatorAt: endpoint).workers.count) == count
    }
  }

  @Test("a worker whose effects take every thread of its concurrency pool stays a member")
  func busyWorker() async throws {
    try await withCoordinator { folder, endpoint in
      let worker = try startWorker("one", folder)
      defer { kill(worker.processIdentifier, SIGKILL) }
      try await joined(1, endpoint)
      let store = Store(initialState: Board.State()) {
        Board()
      } withDependencies: {
        $0.hosting = .coordinator(endpoint.description)
      }
      store.send(.open)
      store.send(.only(.takeEveryThread))
      store.send(.only(.up))
      try await eventually("the child was reduced") { store.state.only?.count == 1 }
      let id = try await ClusterStatus.ask(coordinatorAt: endpoint).workers.first?.id
      // Twice as long as a silent worker is kept.
      let end = ContinuousClock.now + .milliseconds(3_000)
      while ContinuousClock.now < end {
        let workers = try await ClusterStatus.ask(coordinatorAt: endpoint).workers
        try #require(workers.map(\.id) == [id])
        try await Task.sleep(for: .milliseconds(100))
      }
      await store.stop()
    }
  }

  @Test("a worker that came back after a restart gets lanes again")
  func restartedWorker() async throws {
    try await withCoordinator { folder, endpoint in
      var worker = try startWorker("one", folder)
      try await joined(1, endpoint)
      let store = Store(initialState: Board.State()) {
        Board()
      } withDependencies: {
        $0.hosting = .coordinator(endpoint.description)
      }
      for id in 0..<4 { store.send(.add(id)) }
      for round in 1...4 {
        for id in 0..<4 { store.send(.shards(.element(id: id, action: .up))) }
        try await eventually("round \(round) has committed") {
          store.state.shards.allSatisfy { $0.count == round }
        }
        #expect(store.state.shards.allSatisfy { $0.processID == worker.processIdentifier })
        kill(worker.processIdentifier, SIGKILL)
        worker.waitUntilExit()
        worker = try startWorker("one", folder)
      }
      kill(worker.processIdentifier, SIGKILL)
      await store.stop()
    }
  }

  @Test("an action that ends every worker fails for its own program, and costs no other an action")
  func poison() async throws {
    try await withCoordinator { folder, endpoint in
      let isOver = Counter()
      let keeper = Thread.started { keepWorker(folder, until: isOver) }
      let (reckless, other) = (makeStore(endpoint), makeStore(endpoint))
      for store in [reckless, other] {
        store.send(.open)
        await store.send(.only(.up)).finish()
      }
      reckless.send(.only(.die(inProcesses: 1_000, folder: folder)))
      reckless.send(.only(.up))
      // While the workers end, one after the other.
      for _ in 0..<300 {
        other.send(.only(.up))
        try await Task.sleep(for: .milliseconds(5))
      }
      try await eventually("the action behind it has committed", within: 60) {
        reckless.state.only?.count == 2
      }
      await other.send(.only(.up)).finish()
      #expect(other.state.only?.count == 302)
      #expect(other.state.seen.count == 302)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      // Two that may have been of another's making, and two trials on workers that others use.
      #expect(names.count { $0.hasPrefix("died-") } == 4)
      for store in [reckless, other] { await store.stop() }
      isOver.add()
      try await eventually("the last worker is gone") { keeper.isFinished }
    }
  }

  private func makeStore(_ endpoint: Endpoint) -> StoreOf<Board> {
    Store(initialState: Board.State()) {
      Board()
    } withDependencies: {
      $0.hosting = .coordinator(endpoint.description)
    }
  }

  /// Starts a worker again whenever it has ended.
  private func keepWorker(_ folder: String, until isOver: Counter) {
    while isOver.value == 0, let worker = try? startWorker("one", folder) {
      while worker.isRunning, isOver.value == 0 { usleep(5_000) }
      if worker.isRunning { kill(worker.processIdentifier, SIGKILL) }
      worker.waitUntilExit()
    }
  }

  @Test("garbage, another version and silence at a worker's socket harm nobody else")
  func hostilePeers() async throws {
    let folder =
      FileManager.default.temporaryDirectory.path + "/pando-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let address = "ipc://\(folder)/worker.sock"
    let process = Process()
    process.executableURL = URL(fileURLWithPath: ClusterProgram.path)
    process.arguments = ["worker", "--bind", address, "--ends-with-input"]
    process.standardInput = Pipe()
    try process.run()

    let context = try Context()
    var random = SystemRandomNumberGenerator()
    for length in [0, 1, 2, 7, 64, 4_096] {
      var peer = try context.socket(.dealer, .linger(milliseconds: 1_000))
      try peer.connect(try Endpoint(address))
      for _ in 0..<50 {
        let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
        _ = try peer.send(bytes)
      }
    }
    // A hello of versions 99 to 120: tag, magic, range, and something that only those versions know.
    var future = try context.socket(
      .dealer, .receiveTimeout(milliseconds: 20_000), .linger(milliseconds: 0))
    try future.connect(try Endpoint(address))
    _ = try future.send([1] + Array("PANDO".utf8) + [99, 120, 200, 201])
    let answer = String(decoding: [UInt8](copying: try future.receive()), as: UTF8.self)
    #expect(answer.contains("versions 99 to 120"))
    #expect(answer.contains("this worker \(ProtocolVersion.spoken)"))

    let store = Store(initialState: Board.State()) {
      Board()
    } withDependencies: {
      $0.hosting = .workers(at: [address])
    }
    store.send(.open)
    await store.send(.only(.up)).finish()
    #expect(store.state.only?.processID == process.processIdentifier)
    await store.stop()
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    try FileManager.default.removeItem(atPath: folder)
  }
}
