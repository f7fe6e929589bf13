import ArgumentParser
import PandoCluster
import ZeroMQ

/// `pando status`.
struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show what is wrong in a cluster, and the workers that a coordinator knows.",
    discussion: """
      First comes what is wrong, the worst first: for how long, and what to do about it. "critical" is what has \
      stopped working, "warning" what works badly or not for long, "past" what was over within the last hour, as \
      this coordinator saw it. Then one line for each worker, those first that get no children, then the busiest, \
      and above them where the coordinator keeps its registry, which coordinators share it, and which of them leads:

        pando status --coordinator ipc:///run/pando/coordinator.sock
        pando status --coordinator ipc:///run/pando/coordinator.sock --json | jq '.workers[].name'
        pando status --coordinator ipc:///run/pando/coordinator.sock --watch
        pando status --coordinator ipc:///run/pando/coordinator.sock --lanes
        pando status --coordinator ipc:///run/pando/coordinator.sock --check >/dev/null || page-somebody

      "cpu" and "memory" are those of the worker's process, "host cpu" and "host mem" those that are taken where \
      it runs, by whichever process. A worker whose beats have stopped is "silent", and taken for dead if it goes \
      on.

      Below them: the features that are hosted. Workers of different builds show there as one feature with \
      different states or actions; a program finds the workers whose shapes are its own.

      With --lanes each worker is asked, too, which hosted children it has: the largest 256 are listed, with \
      the actions that have not committed, the effects that run, and the bytes that they take. A worker that \
      does not answer within a second is named below.

      A coordinator or a worker at a tcp address answers keys with the role "operator" only.

      What the command line leaves out is read from the environment and from a file: see "pando config".

      Exit codes: 0 when the coordinator answered, or a watch was ended by Ctrl-C, 1 when it did not answer or \
      cannot say with --check, \
      2 with --check when something is wrong now, critical or a warning, 64 when the command line or the settings cannot be used.
      """)

  @Option(
    help: ArgumentHelp(
      "Where the coordinator listens; of several, with commas between them, the first that answers is "
        + "asked.",
      valueName: "endpoint"))
  var coordinator: String?

  @Flag(
    help:
      "Look again and again, until Ctrl-C. With --json, one document follows the other, a line each."
  )
  var watch = false

  @Flag(help: "Exit with 2 when something is wrong.")
  var check = false

  @Flag(help: "Ask the workers for their lanes, too.")
  var lanes = false

  @Option(
    help: ArgumentHelp("The time between two looks of --watch. Default: 2.", valueName: "seconds"))
  var interval = 2.0

  @Option(help: ArgumentHelp("The time for an answer. Default: 5.", valueName: "seconds"))
  var timeout = 5.0

  @OptionGroup var keys: KeyOptions

  @OptionGroup var config: ConfigOption

  @Flag(help: "Print one JSON document.")
  var json = false

  func validate() throws {
    try WatchSeconds.check(interval, option: "--interval")
    try WatchSeconds.check(timeout, option: "--timeout")
    if check, watch { throw ValidationError("--check looks once: leave --watch out.") }
  }

  func run() async throws {
    let (endpoints, known) = try Settings.read(
      [.coordinator: coordinator, .keyring: keys.keyring, .key: keys.key], config
    ) { settings throws(SettingsError) in
      (try settings.endpoints(.coordinator), try settings.keys)
    }
    let milliseconds = WatchSeconds.milliseconds(timeout)
    let (json, isWatch, asksLanes) = (json, watch, lanes)
    let look: @Sendable () async throws -> (text: String, isWrong: Bool) = {
      let status = try await ClusterStatus.ask(
        coordinatorsAt: endpoints, keys: known, timeoutMilliseconds: milliseconds)
      let lanes = asksLanes ? await LaneStatus.ask(status.workers, keys: known, asksAll: true) : nil
      let isWrong = status.problems.contains { $0.isNow }
      if json {
        return (try JSONDocument.text(StatusDocument(status, lanes), isLine: isWatch), isWrong)
      }
      let parts = [StatusTable(status).text] + (lanes.map { [""] + LaneTable($0).lines } ?? [])
      return (parts.joined(separator: "\n"), isWrong)
    }
    if watch { return try await Watching.run(every: interval) { try await look().text } }
    let isWrong: Bool
    do {
      let status = try await look()
      print(status.text)
      isWrong = status.isWrong
    } catch {
      printError("error: \(error)")
      throw ExitCode(1)
    }
    if check, isWrong { throw ExitCode(2) }
  }
}
