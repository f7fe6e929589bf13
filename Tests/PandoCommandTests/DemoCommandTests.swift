import Foundation
import Testing

@testable import PandoTool

@Suite("The command pando demo, as a process", .serialized)
struct DemoCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Fills the folder and counts what is in it.
  private func fill(files: Int, words: Int) throws -> Naive {
    let texts = (0..<20).map { SampleText.text($0, words: words) }
    let counts = texts.map { Naive($0) }
    var sum = Naive()
    for number in 0..<files {
      let text = texts[number % texts.count]
      sum = sum + counts[number % texts.count]
      try folder.write(text, to: "folder \(number % 5)/file \(number).txt")
    }
    return sum
  }

  @Test("with --json it prints one document, whose counts are those of the plainest program")
  func json() async throws {
    let expected = try fill(files: 300, words: 60)
    try folder.write([0, 1], to: "binary")
    let outcome = try await Program.run(
      "demo", folder.path, "--json", "--workers", "2", "--shards", "4", folder: folder)
    #expect(outcome.code == 0)
    #expect(outcome.error == "")
    let report = try JSONDecoder().decode(DemoReport.self, from: Data(outcome.output.utf8))
    #expect(report.equal)
    #expect(report.differences == [])
    #expect(report.directory == folder.path)
    #expect(report.filesFound == 301)
    #expect(report.files == 300)
    #expect(report.binaryFiles == 1)
    #expect(report.words == expected.words)
    #expect(report.lines == expected.lines)
    #expect(report.bytes == expected.bytes)
    #expect(Set(report.workers.map(\.processID)).count == 2)
  }

  @Test("a worker is killed on the way; what was in flight is counted again, at another")
  func kill() async throws {
    let expected = try fill(files: 900, words: 1_500)
    let outcome = try await Program.run("demo", folder.path, "--json", folder: folder)
    #expect(outcome.code == 0)
    let report = try JSONDecoder().decode(DemoReport.self, from: Data(outcome.output.utf8))
    let kill = try #require(report.kill)
    #expect(report.workers.contains { $0.processID == kill.processID })
    #expect(kill.rehostedChildren == 2)
    try #require((1...2 * ShardFeed.batchesInFlight).contains(kill.batchesAgain))
    #expect((1...kill.batchesAgain * TextFile.batchBytesAtMost).contains(kill.bytesAgain))
    #expect(kill.afterFiles >= 300)
    #expect(report.equal)
    #expect(report.words == expected.words)
    let killed = try #require(report.hostedAndKilled)
    for run in [report.hosted, killed, report.inOneProcess] {
      #expect(run.actions == report.hosted.actions)
      #expect(run.startSeconds < run.seconds)
    }
    #expect(report.hosted.startSeconds > 0, "the start of the workers is in their seconds")
    #expect(report.inOneProcess.startSeconds == 0)
    #expect(report.ratio == report.inOneProcess.seconds / report.hosted.seconds)
  }

  @Test("with --no-kill every worker lives, and nothing is done beside the run that is measured")
  func noKill() async throws {
    _ = try fill(files: 20, words: 20)
    let outcome = try await Program.run(
      "demo", folder.path, "--json", "--no-kill", "--workers", "1", folder: folder)
    #expect(outcome.code == 0)
    let report = try JSONDecoder().decode(DemoReport.self, from: Data(outcome.output.utf8))
    #expect(report.kill == nil)
    #expect(report.hostedAndKilled == nil)
    #expect(report.hosted.actions == report.inOneProcess.actions)
    #expect(report.equal)
  }

  @Test("fewer files are taken by a stated rule")
  func sample() async throws {
    _ = try fill(files: 50, words: 5)
    let outcome = try await Program.run(
      "demo", folder.path, "--limit-files", "10", "--workers", "1", folder: folder)
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("counting 10 of them, spread evenly"))
    #expect(outcome.output.contains("\n10 files, "))
  }

  @Test("where standard output is no terminal, no orders to one are written")
  func plain() async throws {
    _ = try fill(files: 40, words: 10)
    try folder.write("one", to: "a \u{1b}[31m file")
    let outcome = try await Program.run("demo", folder.path, folder: folder)
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("every count is the same"))
    #expect(outcome.output.contains("once"), "it says that the files were read before")
    for place in ["in one process", "in 2 workers", "and one killed"] {
      #expect(outcome.output.contains("\n" + place))
    }
    #expect(outcome.output.contains(folder.path))
    let controls = (outcome.output + outcome.error).unicodeScalars.filter {
      $0.value < 0x20 && $0 != "\n"
    }
    #expect(controls.isEmpty)
  }

  @Test("counts that differ are named, and the exit code tells")
  func differences() async throws {
    // Each process has threads of its own: what the program found, no worker finds.
    let arguments = ["/proc/self/task", "--limit-files", "30", "--no-kill", "--workers", "1"]
    let runtime = try TemporaryFolder()
    let outcome = try await Program(["demo"] + arguments, folder: folder, runtime: runtime).end()
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("\nTHE COUNTS DIFFER:\n  all files: files: 0 hosted, "))
    #expect(!outcome.output.contains("every count"))
  }

  @Test("without a directory, the files below the working directory are counted")
  func workingDirectory() async throws {
    let expected = try fill(files: 20, words: 20)
    let outcome = try await Program.run(
      "demo", "--json", "--no-kill", "--workers", "1", folder: folder)
    #expect(outcome.code == 0)
    let report = try JSONDecoder().decode(DemoReport.self, from: Data(outcome.output.utf8))
    #expect(report.directory == folder.path)
    #expect(report.words == expected.words)
  }

  @Test(
    "a document that nobody reads, or that cannot be written, is told by the exit code",
    arguments: [
      // The only reader of the pipe has gone before the program begins.
      ("mkfifo pipe && exec 4<>pipe 5>pipe 4<&- >&5", 129), ("exec >/dev/full", 1),
    ] as [(String, Int32)])
  func lostDocument(_ redirection: String, _ code: Int32) async throws {
    _ = try fill(files: 20, words: 20)
    let runtime = try TemporaryFolder()
    let script = "\(redirection) && exec \"$0\" demo . --json --no-kill --workers 1"
    let outcome = try await Program(
      ["-c", script, Program.path], folder: folder, runtime: runtime, executable: "/bin/sh"
    ).end()
    #expect(try runtime.entries == [])
    #expect(outcome.code == code, "\(outcome.error)")
    #expect(outcome.error.contains("The output cannot be written") == (code == 1))
  }

  @Test("a directory that does not exist, or has no files, is named in the error")
  func missing() async throws {
    let missing = try await Program.run("demo", folder.path + "/missing", folder: folder)
    #expect(missing.code == 64)
    #expect(missing.error.contains(folder.path + "/missing"))
    #expect(missing.output == "")
    let file = folder.path + "/a.txt"
    try "a".write(toFile: file, atomically: true, encoding: .utf8)
    let named = try await Program.run("demo", file, folder: folder)
    #expect(named.code == 64)
    #expect(named.error.contains("\(file) is no directory. Name the directory that it is in."))
    #expect(named.output == "")
    try FileManager.default.removeItem(atPath: file)
    let empty = try await Program.run("demo", folder.path, "--json", folder: folder)
    #expect(empty.code == 1)
    #expect(empty.error.contains(folder.path))
    #expect(empty.output == "")
  }

  @Test("where no worker can be started, the first reason is told, and it ends at once")
  func noWorkers() async throws {
    _ = try fill(files: 5, words: 20)
    let outcome = try await Program(
      ["demo", folder.path, "--plain"], folder: folder, runtime: TemporaryFolder(),
      environment: ["TMPDIR": folder.path + "/nope", "XDG_RUNTIME_DIR": ""]
    ).end()
    #expect(outcome.code == 1)
    let reason = "error: No folder for the workers' sockets can be made in \(folder.path)/nope"
    #expect(outcome.error.contains(reason), "\(outcome.error)")
    #expect(!outcome.error.contains("Nothing has committed"))
  }

  @Test(
    "a signal ends it, with its workers and their sockets", arguments: [SIGINT, SIGTERM, SIGHUP])
  func signal(_ number: Int32) async throws {
    _ = try fill(files: 1_500, words: 1_000)
    let runtime = try TemporaryFolder()
    let program = try Program(
      ["demo", folder.path, "--no-kill"], folder: folder, runtime: runtime)
    try await program.waitForOutput("worker 1 is process")
    try await program.waitForOutput("worker 2 is process")
    #expect(try runtime.entries != [], "the workers' sockets are in a folder")
    Glibc.kill(program.processID, number)
    let outcome = try await program.end()
    #expect(outcome.code == 128 + number)
    #expect(try runtime.entries == [])
    let workers = outcome.output.matches(of: /is process (\d+)/).compactMap { Int32($0.output.1) }
    #expect(workers.count == 2)
    for worker in workers { #expect(Glibc.kill(worker, 0) == -1) }
  }

  @Test("a signal ends it while it counts in one process, too")
  func signalInOneProcess() async throws {
    _ = try fill(files: 1_500, words: 3_000)
    let runtime = try TemporaryFolder()
    let program = try Program(
      ["demo", folder.path, "--no-kill"], folder: folder, runtime: runtime)
    try await program.waitForOutput("counting the same files in one process")
    Glibc.kill(program.processID, SIGINT)
    let outcome = try await program.end()
    #expect(outcome.code == 130)
    #expect(!outcome.output.contains("every count"))
    #expect(try runtime.entries == [])
  }

  @Test("in a terminal one line shows how far it is, and Ctrl-C ends it, with its workers")
  func terminal() async throws {
    _ = try fill(files: 1_500, words: 3_000)
    let runtime = try TemporaryFolder()
    let terminal = try PseudoTerminal()
    let process = try terminal.run(
      "/usr/bin/env", ["XDG_RUNTIME_DIR=\(runtime.path)", Program.path, "demo", folder.path])
    try await terminal.waitForOutput(" of 1,500 files, ")
    #expect(try runtime.entries != [], "the workers' sockets are in a folder")
    terminal.press("\u{3}")
    let end = ContinuousClock.now + .seconds(60)
    while process.isRunning, ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(5))
    }
    try #require(!process.isRunning)
    #expect(process.terminationStatus == 130)
    #expect(try runtime.entries == [])
    try await terminal.waitForOutput("ended by signal 2; no worker is left")
    #expect(terminal.text.contains("\r\u{1b}[K"), "the line is written over")
    #expect(!terminal.text.contains("every count"))
  }
}
