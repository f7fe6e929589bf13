import Foundation
import Testing

@Suite("What workers print", .serialized, .timeLimit(.minutes(3)))
struct WorkerOutputTests {
  private func run(_ scenario: String, lines: Int, bytes: Int) async throws -> FinishedProgram {
    try await FinishedProgram.run(
      "ClusterProgram",
      environment: [
        "PANDO_TEST_SCENARIO": scenario, "PANDO_TEST_LINES": "\(lines)",
        "PANDO_TEST_BYTES": "\(bytes)",
      ], withinSeconds: 100)
  }

  @Test("comes out of the program by whole lines, each with its worker's name")
  func lines() async throws {
    let program = try await run("printing", lines: 500, bytes: 200)
    #expect(program.status == 0)
    #expect(program.output == "reduced: [2, 1]\n")
    let text = String(repeating: "x", count: 200)
    let lines = program.errors.split(separator: "\n").map(String.init)
    for worker in 1...2 {
      let own = lines.filter { $0.hasPrefix("worker \(worker) | ") }
      #expect(own.count >= 500)
    }
    #expect(lines.allSatisfy { $0.hasPrefix("worker 1 | ") || $0.hasPrefix("worker 2 | ") })
    let printed = Set(lines.map { $0.dropFirst("worker 1 | ".count) })
    for crier in 0..<2 {
      for line in 0..<500 { #expect(printed.contains("crier \(crier) line \(line) \(text)")) }
    }
    // What has no end of a line comes with the end of the worker.
    #expect(printed.contains("and no more"))
    #expect(lines.count == 1_001)
  }

  @Test("comes out later where no thread can be started, and who would need one says so")
  func noThreads() async throws {
    let program = try await FinishedProgram.run(
      "ClusterProgram", environment: ["PANDO_TEST_SCENARIO": "without threads"],
      withinSeconds: 100)
    #expect(program.status == 0)
    let output = program.output.split(separator: "\n")
    #expect(output.first?.contains("pando-none.sock cannot be asked: no thread can") == true)
    #expect(output.dropFirst() == ["0 are silent", "reduced: [2, 1]"])
    let lines = program.errors.split(separator: "\n").filter { $0.contains("crier 0 line") }
    #expect(lines.count == 3)
  }

  @Test("holds up no worker where nobody reads what the program prints")
  func nobody() async throws {
    // More than the pipes and the printer keep.
    let program = try await run("printing to nobody", lines: 4_000, bytes: 1_000)
    #expect(program.status == 0)
    #expect(program.output == "reduced: [2, 1]\n")
  }
}
