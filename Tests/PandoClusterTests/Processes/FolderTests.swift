import ClusterFeatures
import Foundation
import Pando
import PandoCluster
import Testing

/// The folders of sockets go with the programs that made them.
@Suite("Folders of sockets", .serialized)
struct FolderTests {
  private func contents(_ folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .filter { $0.hasPrefix("pando-") }
  }

  /// Starts a program with workers in a folder, and returns when it has them.
  private func startProgram(
    _ folder: String, besides left: [String] = [], scenario: String = "idle"
  ) async throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: ClusterProgram.path)
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["TMPDIR": folder, "XDG_RUNTIME_DIR": "", "PANDO_TEST_SCENARIO": scenario]
    ) { $1 }
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    try await eventually("the program has its workers' sockets") {
      guard let name = contents(folder).first(where: { !left.contains($0) }) else { return false }
      let files = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(name)")) ?? []
      return files.count { $0.hasSuffix(".sock") } == 2
    }
    return process
  }

  @Test("a killed program's folder goes with its last worker")
  func killedProgram() async throws {
    try await withFolder { folder in
      let program = try await startProgram(folder)
      kill(program.processIdentifier, SIGKILL)
      try await eventually("the folder is gone") { contents(folder).isEmpty }
    }
  }

  @Test("a killed program's folder goes with a worker whose effects do not end")
  func endlessEffect() async throws {
    try await withFolder { folder in
      let program = try await startProgram(folder, scenario: "endless effect")
      let workers = childProcesses(of: program.processIdentifier)
      try await eventually("the effect runs") {
        FileManager.default.fileExists(atPath: "\(folder)/busy")
      }
      kill(program.processIdentifier, SIGKILL)
      for worker in workers { try await eventually("a worker is gone") { !isAlive(worker) } }
      #expect(contents(folder) == [])
    }
  }

  @Test("what a killed program and its killed workers left is swept by the next one")
  func sweeping() async throws {
    try await withFolder { folder in
      let program = try await startProgram(folder)
      let workers = childProcesses(of: program.processIdentifier)
      #expect(workers.count == 2)
      // Stopped first, so that none of them clears up.
      for process in workers + [program.processIdentifier] { kill(process, SIGSTOP) }
      for process in workers + [program.processIdentifier] { kill(process, SIGKILL) }
      program.waitUntilExit()
      for worker in workers { try await eventually("a worker is gone") { !isAlive(worker) } }
      let left = contents(folder)
      #expect(left.count == 1)
      let next = try await startProgram(folder, besides: left)
      #expect(Set(contents(folder)).isDisjoint(with: left))
      kill(next.processIdentifier, SIGKILL)
      try await eventually("the folder is gone") { contents(folder).isEmpty }
    }
  }

  @Test("a store that is dropped without being stopped leaves no folder and no process")
  func droppedStore() async throws {
    let before = Set(contents("/tmp"))
    var workers: [Int32] = []
    do {
      let store = Store(initialState: Board.State()) {
        Board()
      } withDependencies: {
        $0.hosting = .workers(2, executable: ClusterProgram.path)
      }
      store.send(.open)
      try await eventually("both workers are there") {
        store.workers.compactMap(\.processID).count == 2
      }
      workers = store.workers.compactMap(\.processID)
      #expect(workers.count == 2)
    }
    try await eventually("the workers are gone") { workers.allSatisfy { !isAlive($0) } }
    try await eventually("the folder is gone") { Set(contents("/tmp")).isSubset(of: before) }
  }

  @Test("what killed workers leave in the folder of a store that goes on is removed")
  func killedWorkers() async throws {
    try await withFolder { folder in
      let program = try await startProgram(folder)
      defer { kill(program.processIdentifier, SIGKILL) }
      let name = try #require(contents(folder).first)
      let files: () -> Set<String> = {
        Set((try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(name)")) ?? [])
      }
      let first = files()
      for worker in childProcesses(of: program.processIdentifier) { kill(worker, SIGKILL) }
      try await eventually("those of other workers have taken their places") {
        let files = files()
        return files.count { $0.hasSuffix(".sock") } == 2 && files.isDisjoint(with: first)
      }
    }
  }

  @Test("a program whose folder a cleaner of old files removes starts workers in it again")
  func cleanedFolder() async throws {
    try await withFolder { folder in
      let program = try await startProgram(folder)
      let name = try #require(contents(folder).first)
      let sockets: () -> [String] = {
        ((try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(name)")) ?? [])
          .filter { $0.hasSuffix(".sock") }.sorted()
      }
      let first = sockets()
      try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
      try await eventually("the workers listen there again") { sockets() == first }
      for worker in childProcesses(of: program.processIdentifier) { kill(worker, SIGKILL) }
      try await eventually("others have taken their places") {
        sockets().count == 2 && Set(sockets()).isDisjoint(with: first)
      }
      kill(program.processIdentifier, SIGKILL)
      try await eventually("the folder is gone") { contents(folder).isEmpty }
    }
  }

  @Test("a worker that does not end by itself is killed soon after the store has stopped")
  func stubbornWorker() async throws {
    try await withBoard(workers: 1) { store, _ in
      store.send(.open)
      await store.send(.only(.up)).finish()
      let worker = try #require(store.state.only?.processID)
      try await stop(worker)
      await store.stop()
      #expect(!isAlive(worker), "stop() returns when it has been reaped")
    }
  }
}
