import Foundation
import Testing

@testable import PandoCluster

@Suite("What a worker's process has started", .serialized)
struct StartedProcessTests {
  /// The line of a shell that starts a process, and says its number.
  private static let start = "sleep 1000 > /dev/null & echo $!"

  @Test(
    "goes with the worker, however that ends", arguments: ["exit 0", "exit 3", "kill -9 $$"])
  func ended(by end: String) async throws {
    var worker = try ChildProcess(
      executable: "/bin/sh", arguments: ["-c", "\(Self.start); \(end)"], name: "a worker",
      from: WorkerStart())
    let printed = FileHandle(fileDescriptor: worker.output, closeOnDealloc: true)
    let started = try #require(Self.number(in: printed))
    defer { if isAlive(started) { kill(started, SIGKILL) } }
    // Not taken from the system yet.
    try await eventually("the worker has ended") { !isAlive(worker.processID) }
    #expect(isAlive(started))
    #expect(worker.reap() != nil)
    try await eventually("what it has started is gone") { !isAlive(started) }
  }

  @Test("goes with the worker, also where that ends while one looks at it")
  func endedAtALook() async throws {
    for _ in 0..<20 {
      var worker = try ChildProcess(
        executable: "/bin/sh", arguments: ["-c", Self.start], name: "a worker", from: WorkerStart())
      let printed = FileHandle(fileDescriptor: worker.output, closeOnDealloc: true)
      let started = try #require(Self.number(in: printed))
      defer { if isAlive(started) { kill(started, SIGKILL) } }
      while worker.reap() == nil {}
      try await eventually("what it has started is gone") { !isAlive(started) }
    }
  }

  @Test("stays while the worker runs, and does not hold its output open")
  func running() async throws {
    var worker = try ChildProcess(
      executable: "/bin/sh", arguments: ["-c", "sleep 1000 & echo $!; wait"], name: "a worker",
      from: WorkerStart())
    let printed = FileHandle(fileDescriptor: worker.output, closeOnDealloc: true)
    let started = try #require(Self.number(in: printed))
    defer { if isAlive(started) { kill(started, SIGKILL) } }
    #expect(worker.reap() == nil)
    #expect(isAlive(started))
    worker.kill()
    try await eventually("the worker has ended") { worker.reap() != nil }
    #expect(try printed.readToEnd()?.isEmpty != false)
  }

  @Test("goes with a worker that is killed, or whose program is", arguments: [false, true])
  func killed(isProgram: Bool) async throws {
    try await withFolder { folder in
      let program = Process()
      program.executableURL = URL(fileURLWithPath: ClusterProgram.path)
      program.environment = ProcessInfo.processInfo.environment.merging(
        ["PANDO_TEST_SCENARIO": "idle", "PANDO_TEST_HELPER_FOLDER": folder]
      ) { $1 }
      program.standardOutput = FileHandle.nullDevice
      try program.run()
      defer { if program.isRunning { kill(program.processIdentifier, SIGKILL) } }
      var helpers: [Int32] = []
      try await eventually("both workers have started two helpers") {
        helpers = try FileManager.default.contentsOfDirectory(atPath: folder).compactMap(Int32.init)
        return helpers.count == 4
      }
      defer { for helper in helpers where isAlive(helper) { kill(helper, SIGKILL) } }
      if isProgram {
        kill(program.processIdentifier, SIGKILL)
      } else {
        for worker in childProcesses(of: program.processIdentifier) { kill(worker, SIGKILL) }
      }
      for helper in helpers { try await eventually("a helper is gone") { !isAlive(helper) } }
    }
  }

  @Test("goes with a worker that cannot listen")
  func unbound() async throws {
    try await withFolder { folder in
      setenv("PANDO_TEST_HELPER_FOLDER", folder, 1)
      defer { unsetenv("PANDO_TEST_HELPER_FOLDER") }
      let spawned = SpawnedWorker(endpoint: "ipc:///dev/null/w.sock", name: "w")
      var worker = try ChildProcess(
        executable: ClusterProgram.path, arguments: spawned.arguments, name: "a worker",
        from: WorkerStart())
      close(worker.output)
      // Not taken from the system yet, which would end what it has started as well.
      try await eventually("the worker has ended") { !isAlive(worker.processID) }
      let helpers = try FileManager.default.contentsOfDirectory(atPath: folder)
        .compactMap(Int32.init)
      #expect(helpers.count == 2)
      for helper in helpers { try await eventually("a helper is gone") { !isAlive(helper) } }
      try await eventually("it is taken from the system") { worker.reap() != nil }
    }
  }

  /// Reads a line with a number.
  private static func number(in file: FileHandle) -> Int32? {
    var line: [UInt8] = []
    while let byte = try? file.read(upToCount: 1)?.first, byte != 0x0A { line.append(byte) }
    return Int32(String(decoding: line, as: UTF8.self))
  }
}
