import Foundation
import Testing

@testable import PandoCluster

@Suite("Crash reports", .serialized, .timeLimit(.minutes(15)))
struct CrashReportTests {
  private func run(_ environment: [String: String] = [:]) async throws -> FinishedProgram {
    try await FinishedProgram.run(
      "ClusterProgram",
      environment: ["PANDO_TEST_SCENARIO": "crash"].merging(environment) { $1 },
      withinSeconds: 100)
  }

  /// Returns whether a worker crashed: of two that start at once the first that is ready has the child.
  private func hasCrash(_ log: String) -> Bool {
    (1...2).contains { log.contains("worker \($0) crashed: ") }
  }

  @Test("say where a worker trapped, and what it was reducing")
  func report() async throws {
    let program = try await run(["SWIFT_BACKTRACE": "enable=no"])
    #expect(program.status == 0)
    #expect(program.output.hasPrefix("bent by 2 after "))
    let log = program.errors
    #expect(hasCrash(log))
    #expect(log.contains("Branch.swift:35: Fatal error: the branch is bent too far"))
    #expect(log.contains("It was reducing Action.branch(.snap) of "))
    #expect(
      log.split(separator: "\n").contains { $0.contains(" warning ") && $0.contains(" is lost: ") })
  }

  @Test(
    "have the backtrace where the environment asks for it, with the functions of the reducer",
    .enabled(if: hasBacktracer))
  func backtrace() async throws {
    let program = try await run(["SWIFT_BACKTRACE": "enable=yes,color=no,interactive=no"])
    #expect(program.status == 0)
    #expect(program.output.hasPrefix("bent by 2 after "))
    let log = program.errors
    #expect(hasCrash(log))
    #expect(log.contains("It was reducing Action.branch(.snap) of "))
    let frame = log.split(separator: "\n").first { $0.contains("Branch.breakUp()") }
    #expect(frame?.contains("/Branch.swift:35") == true)
    #expect(log.contains("Backtrace took "))
  }

  @Test(
    "are not waited for where the store ends and they do not come, and what is to print them goes",
    .enabled(if: hasBacktracer))
  func hangingBacktracer() async throws {
    try await withFolder { folder in
      let script = folder + "/backtracer"
      try "#!/bin/sh\necho $$ >> \(folder)/started\nexec sleep 1000\n".write(
        toFile: script, atomically: true, encoding: .utf8)
      chmod(script, 0o755)
      let options = "enable=yes,color=no,interactive=no,swift-backtrace=\(script)"
      let program = try await run(["SWIFT_BACKTRACE": options, "PANDO_TEST_STOPS": "yes"])
      #expect(program.status == 0)
      #expect(program.errors.contains("(the rest is missing: "))
      let started = try String(contentsOfFile: folder + "/started", encoding: .utf8)
      let processes = started.split(separator: "\n").compactMap { Int32($0) }
      #expect(!processes.isEmpty)
      for process in processes {
        try await eventually("what is to print has gone") { !isAlive(process) }
      }
    }
  }

  /// True if the runtime that the tests use comes with the tool that prints backtraces, as a toolchain does.
  private static let hasBacktracer: Bool = {
    // What is read is made while it is read, and has no size before.
    let file = FileHandle(forReadingAtPath: "/proc/self/maps")
    let maps = String(decoding: (try? file?.readToEnd()) ?? Data(), as: UTF8.self)
    guard let line = maps.split(separator: "\n").first(where: { $0.hasSuffix("/libswiftCore.so") }),
      let path = line.split(separator: " ").last
    else { return false }
    // usr/lib/swift/linux/libswiftCore.so, and usr/libexec/swift/linux/swift-backtrace.
    let root = URL(fileURLWithPath: String(path)).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return FileManager.default.isExecutableFile(
      atPath: root.appendingPathComponent("libexec/swift/linux/swift-backtrace").path)
  }()

  @Test("say how to have a backtrace, once")
  func advice() {
    var log = CrashLog()
    let advice = [log.advises(), log.advises(), log.advises()]
    #expect(advice == [true, false, false])
    #expect(Backtracer.advice.contains("SWIFT_BACKTRACE=enable=yes"))
  }

  @Test("are cut out of what a worker prints")
  func collector() {
    var crash = CrashCollector()
    let lines = [
      "All is well *** here", "A.swift:3: Fatal error: no",
      "*** Signal 4: Backtracing from 0x7f... done ***", "",
      "*** Program crashed: Illegal instruction at 0x7f ***", "  0 f() in A.swift:3:1", "",
      "Backtrace took 0.36s", "", "what it started goes on", "", "Fatal error: not its own",
    ]
    var printed: [String] = []
    for line in lines where !crash.keeps(Array(line.utf8), { true }) { printed.append(line) }
    #expect(printed == lines.prefix(2) + lines.suffix(3))
    let report = crash.report
    #expect(report?.cause == "A.swift:3: Fatal error: no")
    #expect(report?.backtrace == Array(lines[4...7]))
  }

  @Test("are cut out of nothing that a worker prints which has not crashed")
  func living() {
    var crash = CrashCollector()
    let lines = [
      "*** Signal 4: Backtracing from 0x7f... done ***", "",
      "*** Program crashed: Illegal instruction at 0x7f ***", "  0 f() in A.swift:3:1",
      "swift-runtime: failed to suspend thread 7", "and so on",
    ]
    for line in lines {
      let isKept = crash.keeps(Array(line.utf8), { false })
      #expect(!isKept)
    }
    let report = crash.report
    #expect(report == nil)
  }

  @Test("do not have the cause of what the worker started and that crashed before")
  func causeOfAnother() {
    var crash = CrashCollector()
    for line in ["tool.swift:3: Fatal error: boom", "*** Signal 4: Backtracing from 0x7f... done"] {
      _ = crash.keeps(Array(line.utf8), { false })
    }
    _ = crash.keeps(Array("*** Signal 11: Backtracing from 0x7f... done ***".utf8), { true })
    let report = crash.report
    #expect(report != nil)
    #expect(report?.cause == nil)
  }

  @Test("do not have a cause behind which the worker went on", arguments: [false, true])
  func oldCause(_ hasCrashed: Bool) {
    var crash = CrashCollector()
    _ = crash.keeps(Array("tool.swift:3: Fatal error: boom".utf8), { hasCrashed })
    for _ in 0..<CrashCollector.linesBehindCauseAtMost {
      _ = crash.keeps(Array("and so on".utf8), { hasCrashed })
    }
    let cause = crash.report?.cause
    #expect((cause == nil) == !hasCrashed)
  }

  @Test("have the cause behind which the runtime prints its stack before the worker ends")
  func causeBeforeStack() {
    var crash = CrashCollector()
    let frames = (0..<128).map { "\($0)    libswiftCore.so" }
    for line in ["A.swift:3: Fatal error: no", "of another thread", "Current stack trace:"] + frames
    {
      _ = crash.keeps(Array(line.utf8), { false })
    }
    let cause = crash.report?.cause
    #expect(cause == "A.swift:3: Fatal error: no")
  }

  @Test("are none where a worker only prints")
  func none() {
    var crash = CrashCollector()
    let isKept = crash.keeps(Array("*** All is well, Sir ***".utf8), { true })
    #expect(!isKept)
    let report = crash.report
    #expect(report == nil)
  }

  @Test("keep no more than a report of what a worker prints without end")
  func bound() {
    var crash = CrashCollector()
    _ = crash.keeps(Array("*** Program crashed: as it says".utf8), { true })
    for _ in 0..<10_000 { _ = crash.keeps(Array("x".utf8), { true }) }
    let lines = crash.report?.backtrace ?? []
    #expect(lines.count == CrashCollector.backtraceLinesAtMost + 1)
    #expect(lines.last == "(9601 more lines are left out)")
  }
}
