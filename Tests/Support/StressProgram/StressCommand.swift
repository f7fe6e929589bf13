import ArgumentParser
import Foundation
import IssueReporting
import Logging
import ProgramSupport

/// The command line of the program that is not a worker.
struct StressCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "StressProgram",
    abstract: "Runs random programs on worker processes, and compares them with one process.",
    discussion: """
      A seed chooses the number of senders and workers, the window, how long reducers take, how large \
      states are, who is killed or stopped and when, and which actions crash or hang each worker. All \
      that commits is replayed in one process, and every state must be the same. Besides: an effect \
      runs at most once, "await send" returns after its commit, "finish()" returns, everything that \
      was accepted commits or fails within \(Bounds.progressSeconds) seconds once the faults end, and \
      no process, thread, descriptor, folder or memory is left.

      With --blame a program has eight children, of which the effect of one ends its worker: it crashes, or \
      does not end when it is cancelled. Where a worker can know of whom it dies, that one is named right \
      each time, and no other; where nobody can know, no other is given up.

      Try one seed with --seed 7, many with --seeds 200 --jobs 4. The times of a run on real processes \
      are not replayed, only its choices: try a seed that failed more than once.

      With --simulated the whole cluster runs in one thread, on virtual time, and a seed replays \
      everything. Then connections are cut, one way or both, processes fail to start, and pauses last \
      longer than the patience of their clients.
      """)

  @Option(help: "The one seed to run.")
  var seed: Int?

  @Option(help: "How many seeds to run.")
  var seeds: Int = 20

  @Option(help: "The first of them.")
  var first: Int = 1

  @Option(help: "How many seeds to run at once, each in a process of its own.")
  var jobs: Int = 4

  @Flag(help: "Simulate the cluster, in one thread and on virtual time: a seed replays everything.")
  var simulated = false

  @Flag(help: "Run programs with one guilty of eight children, and see who is blamed.")
  var blame = false

  @Option(help: "How often to run each seed.")
  var times: Int = 1

  @Flag(help: "Print a line of JSON for each seed, and for the summary.")
  var json = false

  @Flag(help: "Print what the seed chooses and how the run went.")
  var verbose = false

  @Option(help: .hidden)
  var stride: Int?

  @Flag(help: .hidden)
  var isRunner = false

  static func run() async {
    let isLogging = ProcessInfo.processInfo.environment["PANDO_STRESS_LOG"] != nil
    LoggingSystem.bootstrap { label in
      isLogging
        ? StreamLogHandler.standardError(label: label) as any LogHandler : SwiftLogNoOpLogHandler()
    }
    IssueReporters.current = [IssueLog.shared]
    // A crash is what some actions are for; drawing its backtrace takes seconds.
    setenv("SWIFT_BACKTRACE", "enable=no", 1)
    signal(SIGPIPE, SIG_IGN)
    let command = parseOrExit()
    if command.simulated { OwnProgram.beginAgainWithoutChance() }
    let report = Report(
      json: command.json || command.isRunner, isVerbose: command.verbose,
      again: command.simulated
        ? "make simulate-cluster" : command.blame ? "make blame" : "make stress")
    if command.isRunner || command.seed != nil {
      await command.runHere(report)
    } else {
      Driver(command, report).run()
    }
  }

  private func runHere(_ report: Report) async {
    var footprint = Footprint()
    let list =
      seed.map { [$0] } ?? Array(Swift.stride(from: first, to: first + seeds, by: stride ?? 1))
    setenv(Footprint.variable, "\(getpid())", 1)
    if blame {
      Interruption.note()
      // Workers say there why they crash.
      if !verbose { dup2(open("/dev/null", O_WRONLY | O_CLOEXEC), STDERR_FILENO) }
    }
    for seed in list {
      for _ in 0..<times where !Interruption.isAsked {
        report.began(seed)
        let started = ContinuousClock.now
        if blame {
          let (violations, tally) = await BlameRun(BlamePlan(seed: seed), report).run(&footprint)
          if Interruption.isAsked { break }
          report.ended(seed, violations, took: ContinuousClock.now - started, tally)
          continue
        }
        let plan = Plan(seed: seed)
        let violations =
          simulated
          ? await SimulatedRun(plan, report).runOnThread()
          : await SeedRun(plan, report).run(&footprint)
        report.ended(seed, violations, took: ContinuousClock.now - started)
      }
    }
    if !isRunner { report.summarize() }
    Foundation.exit(
      Interruption.isAsked ? Interruption.status : report.failedCount == 0 ? 0 : 1)
  }
}
