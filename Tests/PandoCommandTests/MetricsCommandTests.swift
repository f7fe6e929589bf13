import Foundation
import FoundationNetworking
import PandoCluster
import Testing

@testable import PandoTool

@Suite("The metrics of pando coordinator", .timeLimit(.minutes(15)))
struct MetricsCommandTests {
  @Test("tell of its workers, and of who leads; its log is JSON")
  func coordinator() async throws {
    let folder = try TemporaryFolder()
    let endpoint = "ipc://\(folder.path)/c.sock"
    let coordinator = try Program(
      [
        "coordinator", "--bind", endpoint, "--metrics", "127.0.0.1:0", "--log-format", "json",
      ], folder: folder, runtime: folder)
    let worker = try Program(
      ["worker", "--bind", "ipc://\(folder.path)/w.sock", "--coordinator", endpoint],
      folder: folder, runtime: folder)
    let url = try await url(of: coordinator)
    let ready = "pando_coordinator_workers{state=\"ready\"} 1\n"
    let end = ContinuousClock.now + .seconds(30)
    var text = ""
    while !text.contains(ready), ContinuousClock.now < end {
      text = try await scrape(url)
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(text.contains(ready))
    #expect(text.contains("pando_coordinator_children 0\n"))
    #expect(text.contains("pando_coordinator_registry_away 0\n"))
    #expect(text.contains("pando_coordinator_refused_total{reason=\"refusedClient\"} 0\n"))
    for program in [worker, coordinator] {
      kill(program.processID, SIGTERM)
      #expect(try await program.end().code == 0)
    }
    for line in coordinator.errorText.split(separator: "\n") {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }
  }

  @Test(
    "are refused at an address that other machines reach", arguments: ["coordinator", "worker"])
  func network(_ command: String) async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Program(
      [command, "--bind", "ipc://\(folder.path)/c.sock", "--metrics", "0.0.0.0:0"],
      folder: folder, runtime: folder
    ).end()
    #expect(outcome.code == 64)
    #expect(outcome.error.contains("--metrics-on-network"))
  }

  private func url(of program: Program) async throws -> URL {
    let end = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < end {
      if let match = program.errorText.firstMatch(of: /http:\/\/[0-9.:]+\/metrics/) {
        return try #require(URL(string: String(match.0)))
      }
      try await Task.sleep(for: .milliseconds(5))
    }
    Issue.record("it does not say where its metrics are, but \(program.errorText)")
    throw CancellationError()
  }

  private func scrape(_ url: URL) async throws -> String {
    // On a thread of its own: reading blocks.
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result { String(decoding: try Data(contentsOf: url), as: UTF8.self) })
      }
    }
  }
}
