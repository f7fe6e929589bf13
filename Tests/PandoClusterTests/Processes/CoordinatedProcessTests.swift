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
    // A hello of version 99: tag, magic, version, and something that only that version knows.
    var future = try context.socket(
      .dealer, .receiveTimeout(milliseconds: 20_000), .linger(milliseconds: 0))
    try future.connect(try Endpoint(address))
    _ = try future.send([1] + Array("PANDO".utf8) + [99, 200, 201])
    let answer = String(decoding: [UInt8](copying: try future.receive()), as: UTF8.self)
    #expect(answer.contains("version 99"))
    #expect(answer.contains("version \(ProtocolVersion.current)"))

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
