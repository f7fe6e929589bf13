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
      children go on at another one, and what was in flight is counted again. At last the same feature \
      does the same work in one process, where reducers run one after the other, and every count is \
      compared. All files are read once before, so that no run has to wait for a disk, and the seconds \
      of the workers include their start.

        pando demo                       the files below the working directory
        pando demo ~/notes               those below another one
        pando demo ~/notes --json | jq .kill

      Files are text unless a NUL byte is among their first 64 KiB. A word is what "LC_ALL=C wc -w" \
      counts. Below the directory, symbolic links are not followed, and what begins with a dot is left out.

      Where OTEL_EXPORTER_OTLP_ENDPOINT names a collector, such as http://localhost:4318, it gets a trace of every \
      action, through the workers; that takes a build with the trait "OTLP".

      Exit codes: 0 when every count is the same, 1 when one differs, when there is nothing to count, \
      when nothing goes on or the output cannot be written, 64 when the command line or a variable cannot be \
      used or the directory does not exist, 129 after SIGHUP or when nobody reads the output any more, 130 after \
      SIGINT, 143 after SIGTERM.
      """)

  @Argument(
    help: ArgumentHelp(
      "Where the files are. Default: the working directory.", valueName: "directory"))
  var directory: String?

  @Option(help: "How many worker processes are started.")
  var workers = 2

  @Option(help: "How many hosted children share the files.")
  var shards = 4

  @Option(help: "The most files that are counted; of more, so many are taken evenly.")
  var limitFiles = 50_000

  @Flag(
    inversion: .prefixedNo,
    help: "Count once more, and kill a worker when a third of the files is done.")
  var kill = true

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
    let log = DemoLog(
      json ? .silent : Terminal.isInteractive && !plain ? .terminal : .plain)
    LoggingSystem.bootstrap { label in DemoLogHandler(label: label, log: log) }
    let demonstration = Demonstration(
      directory: directory, workerCount: workers, shardCount: shards, kills: kill,
      fileLimit: limitFiles, log: log)
    let ending = await SignalGuard.run { try await demonstration.run() }
    if case .interrupted(let signal) = ending {
      log.event("ended by signal \(signal); no worker is left")
    }
    log.end()
    try conclude(ending)
  }

  /// An absolute path.
  private var chosenDirectory: String {
    get throws {
      let path = URL(fileURLWithPath: directory ?? ".").standardizedFileURL.path
      var isDirectory: ObjCBool = false
      guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
        throw ValidationError("There is no directory at \(path). Name one that exists.")
      }
      guard isDirectory.boolValue else {
        throw ValidationError("\(path) is no directory. Name the directory that it is in.")
      }
      return path
    }
  }

  private func conclude(_ ending: SignalGuard.Ending<DemoReport>) throws {
    switch ending {
    case .finished(let report):
      let text =
        json ? try JSONDocument.text(report) + "\n" : DemoSummary(report: report).text
      try Terminal.deliver(text)
      if !report.equal { throw ExitCode(1) }
    case .failed(let error):
      printError("error: \(error)")
      throw ExitCode(1)
    case .interrupted(let signal):
      throw ExitCode(128 + signal)
    }
  }
}
