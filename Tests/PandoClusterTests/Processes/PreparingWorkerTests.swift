import Foundation
import Testing

@Suite("A worker that is still preparing itself", .serialized)
struct PreparingWorkerTests {
  @Test("ends with its standard input, though the preparation does not end")
  func endsWithInput() async throws {
    let mark = NSTemporaryDirectory() + "pando-prepare-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: mark) }
    let worker = try RawWorker(environment: ["PANDO_TEST_PREPARE_MARK": mark])
    defer { worker.discard() }
    try await eventually("it prepares itself") { FileManager.default.fileExists(atPath: mark) }
    try worker.input.fileHandleForWriting.close()
    try await eventually("it has ended") { !worker.isRunning }
    #expect(worker.process.terminationReason == .exit)
    #expect(worker.process.terminationStatus == 0)
  }

  @Test(
    "ends with its standard input and on SIGTERM, though the preparation leaves no thread to others",
    arguments: [false, true])
  func withoutThreads(bySignal: Bool) async throws {
    try await withFolder { folder in
      let worker = try RawWorker(environment: ["PANDO_TEST_TAKEN_FOLDER": folder])
      defer { worker.discard() }
      try await eventually("every thread is taken, and the one that prepared the worker, too") {
        try FileManager.default.contentsOfDirectory(atPath: folder).count
          >= ProcessInfo.processInfo.activeProcessorCount
      }
      if bySignal {
        kill(worker.process.processIdentifier, SIGTERM)
      } else {
        try worker.input.fileHandleForWriting.close()
      }
      try await eventually("it has ended") { !worker.isRunning }
    }
  }

  /// Makes the files that a worker makes as it begins to listen.
  private func makeSocketFiles(of worker: Int32) throws {
    let arguments = try String(contentsOfFile: "/proc/\(worker)/cmdline", encoding: .utf8)
      .split(separator: "\0")
    let endpoint = try #require(arguments.first { $0.hasPrefix("ipc://") })
    for suffix in ["", ".lock"] {
      let path = endpoint.dropFirst("ipc://".count) + suffix
      #expect(FileManager.default.createFile(atPath: String(path), contents: nil))
    }
  }

  @Test(
    "goes with its killed program, and so does the folder of its socket, where it has begun to listen, too",
    arguments: [false, true])
  func killedProgram(listens: Bool) async throws {
    try await withFolder { folder in
      let mark = folder + "/mark"
      let program = Process()
      program.executableURL = URL(fileURLWithPath: ClusterProgram.path)
      program.environment = ProcessInfo.processInfo.environment.merging(
        [
          "TMPDIR": folder, "XDG_RUNTIME_DIR": "", "PANDO_TEST_SCENARIO": "idle",
          "PANDO_TEST_PREPARE_MARK": mark,
        ]
      ) { $1 }
      program.standardOutput = FileHandle.nullDevice
      try program.run()
      defer { if program.isRunning { kill(program.processIdentifier, SIGKILL) } }
      try await eventually("a worker prepares itself") {
        FileManager.default.fileExists(atPath: mark)
      }
      let workers = childProcesses(of: program.processIdentifier)
      defer { for worker in workers where isAlive(worker) { kill(worker, SIGKILL) } }
      #expect(!workers.isEmpty)
      if listens { for worker in workers { try makeSocketFiles(of: worker) } }
      kill(program.processIdentifier, SIGKILL)
      for worker in workers { try await eventually("a worker is gone") { !isAlive(worker) } }
      let left = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(left == ["mark"])
    }
  }

  @Test("is none that is ended by what comes through its input")
  func input() async throws {
    let worker = try RawWorker()
    defer { worker.discard() }
    try worker.input.fileHandleForWriting.write(contentsOf: Data("a line\n".utf8))
    var client = try RawClient(worker.endpoint)
    try client.sayHello()
    #expect(worker.isRunning)
    try worker.input.fileHandleForWriting.close()
    try await eventually("it has ended") { !worker.isRunning }
    #expect(worker.process.terminationStatus == 0)
  }
}
