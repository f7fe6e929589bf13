import Foundation
import Testing

@testable import PandoTool

@Suite("Output that cannot be written, as processes", .serialized, .timeLimit(.minutes(15)))
struct OutputTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Runs a script of bash; `$0` is the command.
  private func run(_ script: String) async throws -> Program.Outcome {
    try await Program(
      ["-c", script, Program.path], folder: folder, runtime: folder, executable: "/bin/bash"
    ).end()
  }

  private func expectFailure(_ command: String) async throws {
    let outcome = try await run("\"$0\" \(command) > /dev/full")
    #expect(outcome.code == 1, "\(command)")
    #expect(
      outcome.error == "error: The output cannot be written: No space left on device.\n",
      "\(command)")
  }

  @Test(
    "is a failure of the command, and told",
    arguments: [
      "--version", "--help", "version", "status --help", "config --help", "help demo",
      "--generate-completion-script bash", "--experimental-dump-help", "config show",
      "config check good.json", "config check good.json --json", "keys new oak",
      "keys list --keyring ring", "keys list --keyring ring --json", "init grove --url https://a/b",
    ])
  func local(command: String) async throws {
    try folder.write("{}", to: "good.json")
    try FileManager.default.createDirectory(
      atPath: folder.path + "/ring", withIntermediateDirectories: false)
    try await expectFailure(command)
  }

  @Test("is a failure of those that ask a coordinator, too")
  func remote() async throws {
    let endpoint = "ipc://\(folder.path)/c.sock"
    let coordinator = try Program(
      ["coordinator", "--bind", endpoint], folder: folder, runtime: folder)
    let worker = try Program(
      [
        "worker", "--bind", "ipc://\(folder.path)/w.sock", "--name", "oak", "--coordinator",
        endpoint,
      ],
      folder: folder, runtime: folder)
    let health = try await run("\"$0\" health --coordinator \(endpoint) --at-least 1 --timeout 60")
    #expect(health.code == 0, "\(health.error)")
    for command in [
      "status", "status --json", "status --lanes", "status --watch", "status --watch --json",
      "health", "health --json", "drain oak", "undrain oak --json",
    ] {
      try await expectFailure("\(command) --coordinator \(endpoint)")
    }
    for program in [worker, coordinator] {
      kill(program.processID, SIGTERM)
      #expect(try await program.end().code == 0)
    }
  }

  /// Leaves a pipe at standard output whose only reader has gone.
  private static let withoutReader = "mkfifo pipe && exec 4<>pipe 5>pipe 4<&- >&5"

  @Test(
    "without a reader ends the command by SIGPIPE, or where that is ignored with 1, and without a word"
  )
  func noReader() async throws {
    for (signal, code) in [("--default-signal=PIPE", 128 + SIGPIPE), ("--ignore-signal=PIPE", 1)] {
      let outcome = try await run(
        "rm -f pipe && \(Self.withoutReader) && exec env \(signal) \"$0\" config --help")
      #expect(outcome.code == code)
      #expect(outcome.error == "")
    }
    let first = try await run("\"$0\" config --help | head -1")
    #expect(first.code == 0)
    #expect(first.error == "")
  }

  @Test("since it is closed is a failure")
  func closed() async throws {
    let outcome = try await run("\"$0\" config --help >&-")
    #expect(outcome.code == 1)
    #expect(outcome.error.hasPrefix("error: The output cannot be written"), "\(outcome.error)")
  }

  /// Has files end at a size, as on a disk that is full.
  private static func limit(kilobytes: Int) -> String { "trap '' XFSZ; ulimit -f \(kilobytes);" }

  @Test("to files leaves none in part: no key, and no package")
  func files() async throws {
    let keys = try await run("\(Self.limit(kilobytes: 0)) \"$0\" keys new oak")
    #expect(keys.code == 1)
    #expect(keys.error.contains("Could not write the key file oak.key"), "\(keys.error)")
    let package = try await run(
      "\(Self.limit(kilobytes: 1)) \"$0\" init deep/er/grove --url https://a/b")
    #expect(package.code == 1)
    #expect(package.error.contains("could not be written"), "\(package.error)")
    #expect(try folder.entries == [])
    try FileManager.default.createDirectory(
      atPath: folder.path + "/grove", withIntermediateDirectories: false)
    let empty = try await run("\(Self.limit(kilobytes: 1)) \"$0\" init grove --url https://a/b")
    #expect(empty.code == 1)
    #expect(try folder.entries == ["grove"], "it was there")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/grove") == [])
  }
}
