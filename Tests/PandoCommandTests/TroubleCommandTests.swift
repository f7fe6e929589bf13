import Foundation
import PandoCluster
import Testing

@testable import PandoTool

/// An operator's view of daemons that are killed, stopped, refused or short of something.
@Suite("What is wrong, by pando status, top and health", .timeLimit(.minutes(15)))
struct TroubleCommandTests {
  let folder: TemporaryFolder
  private var endpoint: String { "ipc://\(folder.path)/c.sock" }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func start(_ arguments: String..., environment: [String: String] = [:]) throws -> Program
  {
    try Program(arguments, folder: folder, runtime: folder, environment: environment)
  }

  private func worker(_ name: String, _ options: String...) throws -> Program {
    try Program(
      [
        "worker", "--bind", "ipc://\(folder.path)/\(name).sock", "--name", name, "--coordinator",
        endpoint,
      ] + options, folder: folder, runtime: folder)
  }

  private func run(_ arguments: String...) async throws -> Program.Outcome {
    try await Program(
      arguments + ["--coordinator", endpoint, "--timeout", "30"], folder: folder, runtime: folder
    ).end()
  }

  /// Returns the status once it is as it should be.
  private func status(
    _ what: String, where condition: (ClusterStatus) -> Bool
  ) async throws -> ClusterStatus {
    let end = ContinuousClock.now + .seconds(60)
    while true {
      let outcome = try await run("status", "--json")
      try #require(outcome.code == 0, "\(outcome.error)")
      let status = try JSONDecoder().decode(ClusterStatus.self, from: Data(outcome.output.utf8))
      if condition(status) { return status }
      try #require(ContinuousClock.now < end, "it never came about that \(what): \(outcome.output)")
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  @Test("a worker that was killed is told of after it has gone from the table")
  func killed() async throws {
    let coordinator = try start("coordinator", "--bind", endpoint)
    let oak = try worker("oak")
    _ = try await status("it has joined") { $0.workers.count == 1 }
    kill(oak.processID, SIGKILL)
    let after = try await status("it is gone") { $0.workers.isEmpty }
    let problem = try #require(after.problems.first { $0.kind == "dead" })
    #expect(problem.severity == .critical && problem.subject == "oak" && problem.count == 1)
    #expect(problem.text.contains("process \(oak.processID)"))
    let table = try await run("status")
    #expect(table.output.contains("  critical: oak was taken for dead"), "\(table.output)")
    #expect(table.output.contains("\n    -> \(problem.advice)\n"))
    #expect(table.code == 0)
    #expect(try await run("status", "--check").code == 2)
    let health = try await run("health", "--json")
    #expect(health.code == 0, "it fails no probe")
    #expect(health.output.contains("\"kind\" : \"dead\""), "\(health.output)")
    // It is over once it is back, and is told of nevertheless.
    let again = try worker("oak")
    let back = try await status("it is back") { $0.workers.count == 1 }
    let past = try #require(back.problems.first { $0.kind == "dead" })
    #expect(past.severity == .past && past.text.hasPrefix("came back: it was"))
    kill(again.processID, SIGTERM)
    #expect(try await again.end().code == 0)
    kill(coordinator.processID, SIGTERM)
    #expect(try await coordinator.end().code == 0)
  }

  @Test("a worker that is stopped is silent, and not ready, and ready again when it goes on")
  func stopped() async throws {
    // Far from being taken for dead, however busy the machine is.
    let coordinator = try start(
      "coordinator", "--bind", endpoint, "--beat-milliseconds", "100", "--life-milliseconds",
      "60000")
    let oak = try worker("oak")
    let before = try await status("it tells its load") {
      $0.workers.first?.processUse != nil && $0.workers.first?.isSilent == false
    }
    #expect(try #require(before.workers.first?.residentBytes) > 1 << 20)
    kill(oak.processID, SIGSTOP)
    let silent = try await status("it is silent") { $0.workers.first?.isSilent == true }
    #expect(silent.workers.first?.state == .ready, "for those who know no other word")
    let table = try await run("status").output
    #expect(table.contains("  silent ") && table.contains("critical: oak is silent"), "\(table)")
    #expect(table.contains("  host cpu  host mem  "))
    let few = try await Program(
      ["health", "--coordinator", endpoint, "--at-least", "1", "--timeout", "2"], folder: folder,
      runtime: folder
    ).end()
    #expect(few.code == 1)
    #expect(few.error.contains("knows 0 workers that are ready (1 silent)"), "\(few.error)")
    #expect(few.output.contains("0 workers, 0 children; 1 silent"), "\(few.output)")
    kill(oak.processID, SIGCONT)
    _ = try await status("it is ready again") { $0.workers.first?.isSilent == false }
    for program in [oak, coordinator] {
      kill(program.processID, SIGTERM)
      #expect(try await program.end().code == 0)
    }
  }

  @Test("two daemons whose metrics have one address both work, and the status says what is missing")
  func oneAddress() async throws {
    // Port 0 is any that is free; the other daemons are told which that was.
    let coordinator = try start("coordinator", "--bind", endpoint, "--metrics", "127.0.0.1:0")
    let end = ContinuousClock.now + .seconds(60)
    var address: String?
    while address == nil, ContinuousClock.now < end {
      address = coordinator.errorText.firstMatch(of: /http:\/\/([0-9.:]+)\/metrics/)
        .map { String($0.1) }
      try await Task.sleep(for: .milliseconds(5))
    }
    let taken = try #require(address)
    let oak = try worker("oak", "--metrics", taken)
    let joined = try await status("it tells of it") {
      $0.problems.contains { $0.kind == "unserved" }
    }
    #expect(joined.workers[0].state == .ready)
    let problem = try #require(joined.problems.first { $0.kind == "unserved" })
    #expect(problem.subject == "oak")
    #expect(
      problem.text.hasPrefix("serves no metrics: cannot serve metrics at \(taken): Address already")
    )
    #expect(try await run("status").output.contains("warning: oak \(problem.text)"))
    let other = try start(
      "coordinator", "--bind", "ipc://\(folder.path)/d.sock",
      environment: ["PANDO_METRICS": taken])
    let second = try await Program(
      ["status", "--coordinator", "ipc://\(folder.path)/d.sock", "--timeout", "30"],
      folder: folder, runtime: folder
    ).end()
    #expect(second.output.contains("d.sock serves no metrics: "), "\(second.output)")
    for program in [oak, other, coordinator] {
      kill(program.processID, SIGTERM)
      #expect(try await program.end().code == 0)
    }
  }
}
