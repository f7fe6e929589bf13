import Foundation
import Testing

@testable import PandoTool

@Suite("The command pando, as a process")
struct PandoCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(
    "an unknown subcommand or option is refused on standard error",
    arguments: [
      ["nonsense"], ["demo", "--nonsense"], ["demo", "--workers", "0"], ["demo", "--shards", "0"],
      ["demo", "--limit-files", "0"], ["worker"], ["worker", "--bind", "nonsense"],
    ])
  func refused(arguments: [String]) async throws {
    let outcome = try await Program(arguments, folder: folder, runtime: folder).end()
    #expect(outcome.code == 64)
    #expect(outcome.error.hasPrefix("Error: "))
    #expect(outcome.output == "")
  }

  @Test("the version is told in both ways")
  func version() async throws {
    for arguments in [["version"], ["--version"]] {
      let outcome = try await Program(arguments, folder: folder, runtime: folder).end()
      #expect(outcome.code == 0)
      #expect(outcome.output == PandoVersion.description + "\n")
    }
  }

  @Test("the help shows examples and exit codes")
  func help() async throws {
    let outcome = try await Program.run("--help", folder: folder)
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("pando demo ~/notes"))
    #expect(outcome.output.contains("Exit codes"))
    let demo = try await Program.run("demo", "--help", folder: folder)
    #expect(demo.output.contains("--workers"))
    #expect(demo.output.contains("130"))
  }

  @Test("a worker does not listen on a network address")
  func network() async throws {
    let outcome = try await Program.run(
      "worker", "--bind", "tcp://0.0.0.0:7610", folder: folder)
    #expect(outcome.code == 1)
    #expect(outcome.error.contains("tcp://0.0.0.0:7610"))
  }

  @Test(
    "a coordinator and a worker go on where nobody reads their log any more",
    arguments: ["coordinator", "worker"])
  func logWithoutReader(_ role: String) async throws {
    let log = Pipe()
    try log.fileHandleForReading.close()
    let socket = folder.path + "/s.sock"
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = [role, "--bind", "ipc://\(socket)"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = log.fileHandleForWriting
    try process.run()
    defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
    let limit = ContinuousClock.now + .seconds(60)
    while process.isRunning, !FileManager.default.fileExists(atPath: socket),
      ContinuousClock.now < limit
    {
      try await Task.sleep(for: .milliseconds(5))
    }
    process.terminate()
    while process.isRunning, ContinuousClock.now < limit {
      try await Task.sleep(for: .milliseconds(5))
    }
    try #require(!process.isRunning)
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
  }
}
