import Foundation
import Testing

@testable import PandoTool

@Suite("SIGHUP to daemons, as processes", .serialized, .timeLimit(.minutes(15)))
struct HangUpTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private var endpoint: String { "ipc://\(folder.path)/a.sock" }

  /// Starts a daemon, by a command that sets how it meets the signal, and returns once it answers.
  private func start(_ kind: String, by command: String...) async throws -> Program {
    let program = try Program(
      command + [Program.path, kind, "--bind", endpoint], folder: folder, runtime: folder,
      environment: ["NOTIFY_SOCKET": "", "PANDO_KEYRING": ""], executable: "/usr/bin/env")
    #expect(try await isHealthy(kind, seconds: "60"))
    return program
  }

  private func isHealthy(_ kind: String, seconds: String = "5") async throws -> Bool {
    let outcome = try await Program(
      ["health", "--\(kind)", endpoint, "--timeout", seconds], folder: folder, runtime: folder
    ).end()
    return outcome.code == 0
  }

  /// The process that listens: a command may have started it as a child of its own.
  private var listener: Int32 {
    get throws {
      let text = try String(contentsOfFile: "\(folder.path)/a.sock.lock", encoding: .utf8)
      return try #require(Int32(text.split(separator: "\n")[0]))
    }
  }

  @Test(
    "end it in order where a terminal closes, as SIGTERM does",
    arguments: ["coordinator", "worker"]
  )
  func terminal(kind: String) async throws {
    let program = try await start(
      kind, by: "--unset=INVOCATION_ID", "--default-signal=HUP", "PANDO_LOG_LEVEL=debug")
    // The system tells the processes in the terminal, and then a shell tells its jobs.
    kill(program.processID, SIGHUP)
    kill(program.processID, SIGHUP)
    let outcome = try await program.end()
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(try folder.entries == [], "it has cleared up")
    #expect(outcome.error.contains(kind == "worker" ? "drains" : "has stopped"))
  }

  @Test("mean nothing where it is ignored from the start", arguments: ["coordinator", "worker"])
  func ignored(kind: String) async throws {
    try await expectToGoOn(
      kind, try await start(kind, by: "--unset=INVOCATION_ID", "--ignore-signal=HUP"))
  }

  @Test(
    "have the keyring read under a service manager that wants to hear nothing",
    arguments: ["coordinator", "worker"])
  func managed(kind: String) async throws {
    try await expectToGoOn(
      kind, try await start(kind, by: "--default-signal=HUP", "INVOCATION_ID=1", "setsid", "--wait")
    )
  }

  private func expectToGoOn(_ kind: String, _ program: Program) async throws {
    let process = try listener
    for _ in 1...5 {
      kill(process, SIGHUP)
      #expect(try await isHealthy(kind))
    }
    #expect(try listener == process)
    kill(process, SIGTERM)
    #expect(try await program.end().code == 0)
  }

  @Test("leave no worker of a program whose terminal closes")
  func program() async throws {
    let files = try TemporaryFolder()
    for number in 1...400 {
      try files.write(String(repeating: "some words ", count: 2_000), to: "\(number)")
    }
    let terminal = try PseudoTerminal()
    let process = try terminal.run(
      "/usr/bin/env", ["XDG_RUNTIME_DIR=\(folder.path)", Program.path, "demo", files.path])
    defer { process.terminate() }
    try await terminal.waitForOutput("worker 2")
    #expect(try folder.entries != [], "the workers' sockets are in a folder")
    terminal.hangUp()
    let end = ContinuousClock.now + .seconds(60)
    while try folder.entries != [], ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(try folder.entries == [], "the last of them has removed it")
  }
}
