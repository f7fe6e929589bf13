import ClusterFeatures
import Foundation
import Pando
import Testing

@testable import PandoCluster

@Suite("Debugging", .serialized, .timeLimit(.minutes(15)))
struct DebuggingTests {
  // MARK: - A traced worker

  /// Holds the worker of a store's child, which has reduced one action.
  private func holdWorker(of store: StoreOf<Board>) async throws -> (Int32, Trace) {
    store.send(.open)
    await store.send(.only(.up)).finish()
    let processID = try #require(store.state.only?.processID)
    return (processID, try await Trace(processID))
  }

  @Test("a worker that a debugger holds is waited for")
  func held() async throws {
    try await withBoard(workers: 1, silenceMilliseconds: 1_500) { store, _ in
      let (processID, trace) = try await holdWorker(of: store)
      store.send(.only(.up))
      // Longer than it may be silent, than a reducer of the child may take, and than both are given more.
      try await Task.sleep(for: .seconds(7))
      #expect(store.state.only?.count == 1)
      try await trace.end()
      try await eventually("the worker goes on") { store.state.only?.count == 2 }
      #expect(store.state.only?.processID == processID)
      #expect(store.workers.map(\.restartCount) == [0])
    }
  }

  @Test("a worker whose debugger lets go is watched as before")
  func released() async throws {
    try await withBoard(workers: 1, silenceMilliseconds: 3_000) { store, _ in
      let (processID, trace) = try await holdWorker(of: store)
      try await Task.sleep(for: .seconds(7))
      #expect(isAlive(processID))
      try await trace.end()
      try await stop(processID)
      store.send(.only(.up))
      try await eventually("another worker goes on") { store.state.only?.count == 2 }
      #expect(store.state.only?.processID != processID)
    }
  }

  @Test("tells who traces a process, and that nobody does")
  func tracer() async throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sleep")
    process.arguments = ["100"]
    try process.run()
    defer {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    #expect(Tracer.of(process.processIdentifier) == nil)
    let trace = try await Trace(process.processIdentifier)
    #expect(Tracer.of(process.processIdentifier) != nil)
    try await trace.end()
    #expect(Tracer.of(process.processIdentifier) == nil)
  }

  // MARK: - Waiting for a debugger

  /// The process that waits, as the last line says that speaks of one.
  private func waiting(_ program: RunningProgram, _ worker: String) async throws -> Int32 {
    var found: Int32?
    try await eventually("\(worker) waits") {
      let line = program.printed.split(separator: "\n").last {
        $0.contains("\(worker) waits for a debugger: process ")
      }
      found = line?.split(separator: " ").last.flatMap { Int32($0) }
      return found != nil
    }
    return try #require(found)
  }

  @Test("a worker waits for a debugger, or for SIGCONT, before it takes work")
  func wait() async throws {
    let program = try RunningProgram(
      "ClusterProgram",
      environment: ["PANDO_TEST_SCENARIO": "hosted where", "PANDO_DEBUG": "wait:Branch"])
    defer { program.kill() }
    let worker = try await waiting(program, "worker 1")
    #expect(program.printed.contains("worker 1 | worker 1 waits for a debugger: process \(worker)"))
    #expect(program.printed.contains("gdb -p \(worker)"))
    #expect(program.printed.contains("ClusterFeatures.Branch"))
    #expect(program.isRunning)
    kill(worker, SIGCONT)
    try await eventually("the program ends") { !program.isRunning }
    try await eventually("it was hosted") {
      program.printed.contains("worker 1 | worker 1 goes on without a debugger")
        && program.printed.contains("bent by 3 elsewhere")
    }
  }

  @Test("a worker that waits goes on once a debugger has it, and has it run")
  func attached() async throws {
    let program = try RunningProgram(
      "ClusterProgram",
      environment: ["PANDO_TEST_SCENARIO": "hosted where", "PANDO_DEBUG": "wait"])
    defer { program.kill() }
    let worker = try await waiting(program, "worker 1")
    let trace = try await Trace(worker, letsRun: true)
    try await eventually("the worker goes on") {
      program.printed.contains("worker 1 | worker 1 goes on: it is being debugged by")
    }
    try await trace.end()
    try await eventually("the program ends") { !program.isRunning }
    try await eventually("it was hosted") { program.printed.contains("bent by 3 elsewhere") }
  }

  @Test("a worker without the feature waits for nobody")
  func other() async throws {
    let program = try await FinishedProgram.run(
      "ClusterProgram",
      environment: ["PANDO_TEST_SCENARIO": "hosted where", "PANDO_DEBUG": "wait:Parser"])
    #expect(program.output == "bent by 3 elsewhere\n")
    #expect(!program.errors.contains("waits for a debugger"))
  }

  @Test("a value that says nothing of debugging is refused by its name")
  func values() {
    #expect(DebugWait("wait")?.feature == nil)
    #expect(DebugWait("wait:Parser")?.feature == "Parser")
    for text in ["", "yes", "wait:", "waits", "Parser"] { #expect(DebugWait(text) == nil) }
    #expect(Setting.debug.problem(with: "yes")?.contains("write \"wait\"") == true)
    #expect(Setting.debug.problem(with: "wait") == nil)
  }

  // MARK: - In place

  @Test(
    "one variable has every hosted child run in the program's process",
    arguments: [("in-process", "here"), ("direct", "here"), ("", "elsewhere")])
  func place(value: String, place: String) async throws {
    let program = try await FinishedProgram.run(
      "ClusterProgram",
      environment: ["PANDO_TEST_SCENARIO": "hosted where", "PANDO_HOSTING": value])
    // The changes are printed beside it, on a thread of their own.
    #expect(program.output.contains("bent by 3 \(place)\n"))
    #expect(program.status == 0)
  }

  @Test("a place that is none is told, and changes nothing")
  func noPlace() async throws {
    let program = try await FinishedProgram.run(
      "ClusterProgram",
      environment: ["PANDO_TEST_SCENARIO": "hosted where", "PANDO_HOSTING": "there"])
    #expect(program.output == "bent by 3 elsewhere\n")
    #expect(program.errors.contains("Write \"in-process\" or \"direct\""))
  }

  @Test("changes of a hosted child are printed with the worker that made them, to the last")
  func changes() async throws {
    let program = try await FinishedProgram.run(
      "ClusterProgram", environment: ["PANDO_TEST_SCENARIO": "hosted changes"])
    let lines = program.errors.split(separator: "\n")
    #expect(lines.count { $0 == "worker 1 | received action:" } == 100)
    #expect(lines.contains { $0.hasPrefix("worker 1 | ") && $0.contains("bend: 100") })
  }
}
