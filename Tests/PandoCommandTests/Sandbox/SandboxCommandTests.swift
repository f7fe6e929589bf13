import Foundation
import Testing

@testable import PandoTool

@Suite("pando sandbox, as a process", .serialized)
struct SandboxCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// True where a process may be traced.
  static let canTrace: Bool = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["strace", "-D", "-o", "/dev/null", "true"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  private func run(
    _ arguments: String..., environment: [String: String] = [:], signal: Int32? = nil
  ) async throws -> Program.Outcome {
    let runtime = try TemporaryFolder()
    let program = try Program(
      ["sandbox"] + arguments, folder: folder, runtime: runtime, environment: environment)
    if let signal {
      try await program.waitForOutput("ready")
      kill(program.processID, signal)
    }
    return try await program.end()
  }

  /// Returns the path of a script that stands for a program with a worker in a sandbox, and ends as said.
  private func script(_ end: String) throws -> String {
    try folder.write("a picture", to: "input/picture")
    return try folder.write(
      """
      bash -c 'exec -a "pando: worker 1 in sandbox ab12 of program" cat input/picture'
      \(end)
      """, to: "program.sh")
  }

  private func document(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test(
    "record has the files that workers read, and explain takes what it wrote",
    .enabled(if: canTrace, "strace is not installed, or the system lets it trace no process"))
  func record() async throws {
    let picture = "\(folder.path)/input/picture"
    let outcome = try await run(
      "record", "--output", "profile.json", "--", "bash", try script("echo done >&2"))
    #expect(outcome.code == 0)
    #expect(outcome.error == "done\n")
    #expect(
      outcome.output.hasPrefix("a picture1 worker in sandbox ab12: worker 1 in sandbox ab12\n"))
    #expect(outcome.output.contains("The profile is in profile.json."))
    #expect(outcome.output.contains("Not seen: the environment"))
    let written = try document(
      try String(contentsOfFile: "\(folder.path)/profile.json", encoding: .utf8))
    #expect((written["read"] as? [String])?.contains(picture) == true)
    #expect(written["readWrite"] == nil && written["network"] == nil)

    let again = try await run("record", "--output", "profile.json", "--", "touch", "ran")
    #expect(again.code == 1)
    #expect(again.error.contains("profile.json is there already"))
    #expect(try !folder.entries.contains("ran"))

    let explained = try await run("explain", "profile.json", "--json")
    let rights = try document(explained.output)["rights"] as? [[String: String]]
    #expect(rights?.first { $0["name"] == "files" }?["value"]?.contains(picture) == true)
  }

  @Test(
    "record ends as the program does",
    .enabled(if: canTrace, "strace is not installed, or the system lets it trace no process"))
  func ends() async throws {
    let failed = try await run("record", "--json", "--", "bash", try script("exit 7"))
    #expect(failed.code == 7)
    #expect(failed.error == "a picture")
    let profiles = try document(failed.output)["profiles"] as? [[String: Any]]
    #expect(profiles?.map { $0["sandbox"] as? String } == ["sandbox ab12"])

    let none = try await run("record", "--", "true")
    #expect(none.code == 1)
    #expect(none.error.contains("no worker was started"))
    for signal in [SIGINT, SIGTERM] {
      let ended = try await run(
        "record", "--", "bash", "-c", "echo ready; exec sleep 100", signal: signal)
      #expect(ended.code == 128 + signal)
    }
  }

  @Test(
    "record has what the demo's workers read, and they alone",
    .enabled(if: canTrace, "strace is not installed, or the system lets it trace no process"))
  func demo() async throws {
    let text = try folder.write("some words", to: "text/a.txt")
    let outcome = try await run(
      "record", "--json", "--", Program.path, "demo", "text", "--workers", "1")
    #expect(outcome.code == 0, "\(outcome.error)")
    let profiles = try document(outcome.output)["profiles"] as? [[String: Any]]
    #expect(profiles?.count == 1)
    let profile = profiles?.first?["profile"] as? [String: Any]
    #expect(profile?["read"] as? [String] == [text])
    #expect(profile?["readWrite"] == nil)
  }

  @Test("record says what is missing")
  func missing() async throws {
    let outcome = try await run("record", "--", "true", environment: ["PATH": "/nowhere"])
    #expect(outcome.code == 69)
    #expect(outcome.error.contains("apt-get install strace"))
    #expect(try await run("record").code == 64)
  }

  @Test("explain says what is in force in a process")
  func process() async throws {
    let own = try await run("explain", "--process", "\(getpid())")
    #expect(own.code == 1)
    #expect(own.output.contains("no worker of Pando"))
    #expect(own.output.contains("may gain rights"))
    #expect(own.output.contains("max open files: "))
    let json = try document(try await run("explain", "--json", "--process", "\(getpid())").output)
    #expect(json["processID"] as? Int32 == getpid())
    #expect(json["threadCount"] as? Int ?? 0 > 1)
    #expect((json["problems"] as? [String])?.isEmpty == false)

    let nobody = try await run("explain", "--process", "\(Int32.max)")
    #expect(nobody.code == 66)
    #expect(nobody.error.contains("there is no process"))
  }

  @Test("explain says what is wrong with a file, and what nothing enforces")
  func files() async throws {
    try folder.write(#"{"red": []}"#, to: "wrong.json")
    let wrong = try await run("explain", "wrong.json")
    #expect(wrong.code == 1)
    #expect(wrong.error.contains(#"the sandbox in "wrong.json" cannot be used: "red" is no right"#))
    try folder.write(#"{"read": ["\#(folder.path)/nowhere"]}"#, to: "missing.json")
    let missing = try await run("explain", "missing.json")
    #expect(missing.code == 1)
    #expect(missing.output.contains("not enforced: "))
    #expect(missing.output.contains("No such file or directory"))
    #expect(try await run("explain", "a", "--process", "1").code == 64)
    #expect(try await run("explain").output.hasPrefix("kernel: "))
  }
}
