import Foundation
import Testing

/// The program is run as its users run it.
@Suite("The stress program", .serialized)
struct StressProgramTests {
  private func run(
    _ name: String, _ arguments: [String]
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = Self.folder.appendingPathComponent(name)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  private static let folder: URL = {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    if let bundle = Bundle.allBundles.first(where: { $0.bundlePath.hasSuffix(".xctest") }) {
      folder = bundle.bundleURL.deletingLastPathComponent()
    }
    return folder
  }()

  @Test("a few seeds pass, and the summary counts them")
  func fewSeeds() throws {
    let (status, output) = try run(
      "StressProgram", ["--first", "1", "--seeds", "4", "--jobs", "2"])
    #expect(status == 0, "\(output)")
    #expect(output.contains("4 passed, 0 failed"), "\(output)")
  }

  @Test("one seed runs alone, and each line of --json is an object")
  func json() throws {
    let (status, output) = try run("StressProgram", ["--seed", "3", "--json"])
    #expect(status == 0, "\(output)")
    let events = try output.split(separator: "\n").map { line in
      try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])["event"] as? String
    }
    #expect(events == ["began", "ended", "summary"])
  }

  @Test("simulated seeds pass, and each replays message by message")
  func simulated() throws {
    let (status, output) = try run(
      "StressProgram", ["--simulated", "--seeds", "20", "--jobs", "2"])
    #expect(status == 0, "\(output)")
    #expect(output.contains("20 passed, 0 failed"), "\(output)")
    // Behind a coordinator, and with workers of its own.
    for seed in ["2", "5"] {
      let lines = try (0..<2).map { _ in
        let (_, output) = try run("StressProgram", ["--simulated", "--seed", seed, "--verbose"])
        return output.split(separator: "\n").filter { $0.contains("messages") }
      }
      #expect(lines[0].count == 1)
      #expect(lines[0] == lines[1])
    }
  }

  @Test("--help says what is checked and how a seed is run again")
  func help() throws {
    let (status, output) = try run("StressProgram", ["--help"])
    #expect(status == 0)
    // Lines are broken as wide as the terminal is.
    let text = output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for word in ["--seed", "--seeds", "--jobs", "--simulated", "await send", "60 seconds"] {
      #expect(text.contains(word), "\(word) is missing: \(output)")
    }
  }

  @Test("simulated programs pass, and all that happens to each machine happens again")
  func simulation() throws {
    let runs = try (0..<2).map { _ in
      try run(
        "SimulationProgram",
        ["--first", "1", "--seeds", "60", "--jobs", "2", "--coverage", "--json"])
    }
    #expect(runs.map(\.status) == [0, 0], "\(runs)")
    let cells = runs.map { run in
      run.output.split(separator: "\n").filter { !$0.contains("summary") }
    }
    #expect(cells[0].count > 50)
    #expect(cells[0] == cells[1])
    let (status, output) = try run("SimulationProgram", ["--seed", "7"])
    #expect(status == 0)
    #expect(output == "seed 7 passed\n")
  }

  @Test("the simulation's --help says what is checked; bad numbers are an error")
  func simulationHelp() throws {
    let (status, output) = try run("SimulationProgram", ["--help"])
    #expect(status == 0)
    let text = output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for word in ["--seed", "--seeds", "--seconds", "--coverage", "--json", "as a test"] {
      #expect(text.contains(word), "\(word) is missing: \(output)")
    }
    let bad = try run("SimulationProgram", ["--seeds", "0"])
    #expect(bad.status == 64)
  }
}
