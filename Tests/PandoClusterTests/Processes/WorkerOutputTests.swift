import Foundation
import Glibc
import Testing

@testable import PandoCluster

@Suite("What workers print", .serialized, .timeLimit(.minutes(15)))
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
    // 50 MB by each of two workers in a reducer, far more than the pipes and the printer keep.
    let program = try await run("printing to nobody", lines: 50_000, bytes: 1_000)
    #expect(program.status == 0)
    #expect(program.output == "reduced: [2, 1]\n")
  }

  @Test(
    "is taken in about as fast as it can be read, whatever the lines, where nobody takes it",
    arguments: [1_000, 20_000])
  func rate(lineBytes: Int) async throws {
    var text = [UInt8](repeating: 0x46, count: 20_000_000)
    for index in stride(from: lineBytes, to: text.count, by: lineBytes + 1) { text[index] = 0x0A }
    let full = try pipe()
    _ = fcntl(full[1], F_SETFL, O_NONBLOCK)
    while Glibc.write(full[1], Array(repeating: 0, count: 4_096), 4_096) > 0 {}
    let printer = OutputPrinter(to: full[1])
    let output = try WorkerOutput(printer: printer)
    // By turns, so that what else the machine has to do slows both.
    var (bare, ours) = (Duration.zero, Duration.zero)
    for _ in 0..<3 {
      let control = try pipe()
      _ = Thread.started {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while read(control[0], &buffer, buffer.count) > 0 {}
        close(control[0])
      }
      bare += write(text, to: control[1])
      let printed = try pipe()
      let isOver = Counter()
      output.add(printed[0], of: "a worker", crash: CrashPipe(-1)) { _ in isOver.add() }
      ours += write(text, to: printed[1])
      try await eventually("it was read") { isOver.value == 1 }
    }
    output.stop()
    close(full[0])
    try await eventually("nothing more is printed") { printer.isIdle }
    close(full[1])
    print("60 MB in lines of \(lineBytes) bytes: \(ours), and \(bare) where they are only read")
    // Byte by byte it took more than a hundred times as long in a debug build.
    #expect(ours < bare * 40, "\(ours) against \(bare)")
  }

  private func pipe() throws -> [Int32] {
    var ends: [Int32] = [-1, -1]
    try #require(Glibc.pipe(&ends) == 0)
    return ends
  }

  /// Writes all of a text, and closes the end. Returns the time that it took.
  private func write(_ text: [UInt8], to end: Int32) -> Duration {
    ContinuousClock().measure {
      var written = 0
      while written < text.count {
        let count = text.withUnsafeBytes {
          Glibc.write(end, $0.baseAddress! + written, min(64 << 10, text.count - written))
        }
        if count < 0 { break }
        written += count
      }
      close(end)
    }
  }
}
