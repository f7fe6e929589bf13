import ArgumentParser
import Foundation
import Logging
import PandoCluster

/// `pando demo`.
struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Count the words of many files in worker processes, and kill one on the way.",
    discussion: """
      A feature with one hosted child for each shard of the files counts lines, words and bytes. An \
      action names some files; its reducer reads and counts them, in a worker, and only the counts come \
      back. The same is done once more with other workers, one of which is killed with SIGKILL: its \
      children go on at another one, and what was in flight is counted again. Then a child with an \
      endless effect is set to nil, and its worker acknowledges that the effect has ended. At last the \
      same feature does the same work in one process, where reducers run one after the other, and every \
      count is compared. All files are read once before, so that no run has to wait for a disk, and the \
      seconds of the workers include their start.

        pando demo                       Pando, and what it is built with
        pando demo ~/notes               the files below a directory
        pando demo ~/notes --json | jq .kill
        pando demo --text-as-actions     the slow way: the text crosses as actions

      Files are text unless a NUL byte or bytes that are not UTF-8 are among their first 64 KiB; \
      later, such bytes are read as U+FFFD. A word is what "LC_ALL=C wc -w" counts. Below the \
      directory, symbolic links are not followed, and directories called .git are left out.

      Where OTEL_EXPORTER_OTLP_ENDPOINT names a collector, such as http://localhost:4318, it gets a trace of every \
      action, through the workers; that takes a build with the trait "OTLP".

      Exit codes: 0 when every count is the same, 1 when one differs, when there is nothing to count, \
      when nothing goes on or the output cannot be written, 64 when the command line or a variable cannot be \
      used or the directory does not exist, 129 after SIGHUP or when nobody reads the output any more, 130 after \
      SIGINT, 143 after SIGTERM.
      """)

  @Argument(
    help: ArgumentHelp(
      """
      Where the files are. Default: the package around the working directory or the program, with its \
      dependencies, the Swift toolchain found in PATH, and /usr/include.
      """,
      valueName: "directory"))
  var directory: String?

  @Option(help: "How many worker processes are started.")
  var workers = 2

  @Option(help: "How many hosted children share the files.")
  var shards = 4

  @Option(help: "The most files that are counted; of more, so many are taken evenly.")
  var limitFiles = DemoOptions().fileLimit

  @Flag(
    inversion: .prefixedNo,
    help:
      "Count once more, kill a worker when a third of the files is done, and then end an effect.")
  var kill = true

  @Flag(help: "Have effects read and send the text as actions, instead of the names of the files.")
  var textAsActions = false

  @Flag(help: "Print one JSON document with the facts at the end, and nothing else.")
  var json = false

  @Flag(help: "Write a log line by line, even in a terminal.")
  var plain = false

  func validate() throws {
    _ = try chosenDirectory
    try require((1...64).contains(workers), "--workers must be from 1 to 64")
    try require((1...1_000).contains(shards), "--shards must be from 1 to 1000")
    try require(limitFiles > 0, "--limit-files must be 1 or more")
  }

  private func require(_ condition: Bool, _ message: String) throws {
    if !condition { throw ValidationError(message + ".") }
  }

  func run() async throws {
    let directory = try chosenDirectory
    // A reader that goes is noticed where the program writes.
    signal(SIGPIPE, SIG_IGN)
    try TraceExport.begin()
    // First of all, since a screen takes the terminal's cursor.
    let signals = await SignalGuard()
    let output = makeOutput()
    LoggingSystem.bootstrap { label in DemoLogHandler(label: label, output: output) }
    let demonstration = Demonstration(options: options, output: output, directory: directory)
    let ending = await signals.run { try await demonstration.run() }
    if case .interrupted(let signal) = ending {
      output.event("ended by signal \(signal); no worker is left")
    }
    output.end()
    try conclude(ending)
  }

  private var chosenDirectory: DemoDirectory {
    get throws {
      do throws(DemoError) {
        if let directory { return try DemoDirectory(named: directory) }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return try DemoDirectory(
          ofPackageAround: DemoDirectory.usualPlaces,
          toolchain: ToolchainFolders.find(inPath: path))
      } catch {
        throw ValidationError(error.description)
      }
    }
  }

  private var options: DemoOptions {
    DemoOptions(
      workerCount: workers, shardCount: shards, kills: kill, fileLimit: limitFiles,
      sendsText: textAsActions)
  }

  private func makeOutput() -> any DemoOutput {
    if json { return SilentOutput() }
    return Terminal.isInteractive && !plain ? LiveScreen() : PlainLog()
  }

  private func conclude(_ ending: SignalGuard.Ending<DemoReport>) throws {
    switch ending {
    case .finished(let report):
      try Terminal.deliver(json ? Self.document(report) : DemoSummary(report: report).text)
      if !report.isGood { throw ExitCode(1) }
    case .failed(let error):
      printError("error: \(error)")
      throw ExitCode(1)
    case .interrupted(let signal):
      throw ExitCode(128 + signal)
    }
  }

  private static func document(_ report: DemoReport) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(report), as: UTF8.self) + "\n"
  }
}
