import Foundation
import PandoHosting
import Synchronization
import Testing

@testable import PandoCluster

/// Scripts in the place of workers, which print what a crash prints.
@Suite("What looks like the report of a crash", .serialized, .timeLimit(.minutes(15)))
struct WorkerReportTests {
  private final class Delegate: SupervisorDelegate {
    let reports = Mutex<[CrashReport?]>([])

    func supervisorStarted(_ member: MemberID, processID: Int32) {}
    func supervisorEnded(_ member: MemberID, _ end: ProcessEnd) {}
    func supervisorSawCrash(_ member: MemberID) {}
    func supervisorTick(now: Int) -> Int? { nil }
    func supervisorLook(now: Int) -> Int? { nil }
    func supervisorFinished() {}

    func supervisorReadAll(of member: MemberID, name: String, _ report: CrashReport?) {
      reports.withLock { $0.append(report) }
    }
  }

  /// Runs a script as a worker, and returns its report and the lines that come out of the program.
  ///
  /// - Parameter last: The line that must come out while the script goes on; nil where it ends by itself.
  private func run(
    _ script: String, until last: String? = nil
  ) async throws -> (report: CrashReport?, printed: [String]) {
    let path = NSTemporaryDirectory() + "pando-printed-\(UUID().uuidString)"
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    try #require(file >= 0)
    defer {
      close(file)
      unlink(path)
    }
    func printed() -> [String] {
      ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(
        separator: "\n", omittingEmptySubsequences: false
      ).map(String.init)
    }
    let member = MemberID(rawValue: 1)
    let (supervisor, start) = (try Supervisor(printer: OutputPrinter(to: file)), try WorkerStart())
    let delegate = Delegate()
    supervisor.start(delegate: delegate)
    supervisor.post(
      .spawn(
        .init(
          member: member, name: "w", executable: "/bin/sh", arguments: ["-c", script],
          start: start)))
    let outcome: Result<Void, any Error>
    do {
      if let last { try await eventually("\(last) is printed") { printed().contains(last) } }
      supervisor.post(.end(member))
      try await eventually("it was read") { delegate.reports.withLock { !$0.isEmpty } }
      outcome = .success(())
    } catch {
      outcome = .failure(error)
    }
    supervisor.post(.kill(member))
    supervisor.stop()
    await supervisor.wait()
    try outcome.get()
    let reports = delegate.reports.withLock { $0 }
    #expect(reports.count == 1)
    return (reports[0], printed().filter { !$0.isEmpty })
  }

  @Test("is printed as anything else where the worker has not crashed, and so is what follows")
  func living() async throws {
    let (report, printed) = try await run(
      """
      echo "A.swift:3: Fatal error: a tool failed"
      echo "*** Signal 4: Backtracing from 0x7f... done ***"
      echo "*** Program crashed: a tool ***"
      echo behind
      read end
      """, until: "w | behind")
    #expect(report == nil)
    #expect(printed.count == 4)
  }

  /// The last words of a worker that ends by an illegal instruction in nobody's code, as `printf` takes them.
  private static let lastWords =
    "XBBP\\004" + String(repeating: "\\000", count: LastWords.byteCount - 5)

  @Test("is a report where the worker has told of its crash, and ends where that does")
  func crashed() async throws {
    let (report, printed) = try await run(
      """
      echo "A.swift:3: Fatal error: no"
      printf '\(Self.lastWords)' >&"$PANDO_WORKER_CRASHES"
      echo "*** Signal 4: Backtracing from 0x7f... done ***"
      echo
      echo "*** Program crashed: Illegal instruction ***"
      echo "0 f() in A.swift:3:1"
      echo "Backtrace took 0.1s"
      echo
      echo "a tool goes on"
      """)
    #expect(report?.cause == "A.swift:3: Fatal error: no")
    #expect(report?.backtrace.count == 3)
    #expect(printed == ["w | A.swift:3: Fatal error: no", "w | a tool goes on"])
  }

  @Test("says so where it is cut off")
  func cut() async throws {
    let (report, _) = try await run(
      """
      printf '\(Self.lastWords)' >&"$PANDO_WORKER_CRASHES"
      echo "*** Program crashed: Illegal instruction ***"
      echo "0 f() in A.swift:3:1"
      kill -KILL $$
      """)
    #expect(report?.backtrace.count == 3)
    #expect(report?.backtrace.last?.contains("the rest is missing") == true)
  }

  @Test(
    "is one where a signal of a crash ended the worker, and none where another did",
    arguments: [("ABRT", true), ("KILL", false)])
  func signal(_ name: String, isCrash: Bool) async throws {
    let (report, printed) = try await run(
      """
      echo "Fatal error: no"
      kill -\(name) $$
      """)
    #expect(report == (isCrash ? CrashReport(cause: "Fatal error: no") : nil))
    #expect(printed == ["w | Fatal error: no"])
  }
}
