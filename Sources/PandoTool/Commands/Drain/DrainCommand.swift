import ArgumentParser
import PandoCluster
import ZeroMQ

/// `pando drain`.
struct DrainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drain",
    abstract: "Take a worker out of service: its children move to other workers.",
    discussion: """
      The worker gets no new children. Those that it has move to others while their programs go on: no \
      action is lost, and none is reduced twice. A child whose effects run stays until they have ended. At \
      the deadline it moves all the same: its effects end, and its feature is told that they were \
      interrupted.

        pando drain w1 --coordinator ipc:///run/pando/coordinator.sock
        pando drain w1 --within 10m --wait --coordinator ipc:///run/pando/coordinator.sock
        pando undrain w1 --coordinator ipc:///run/pando/coordinator.sock

      A worker is named by its name or its id, as "pando status --json" shows them. The worker goes on \
      running, and its state is "draining", until it is stopped or "pando undrain" puts it back. To stop a \
      worker, send it SIGTERM: that drains it too. Where no other worker hosts a child, it stays.

      A coordinator at a tcp address answers keys with the role "operator" only.

      With --wait the command follows the worker to a coordinator that was started again. One that no \
      coordinator knows for 5 seconds has left.

      Exit codes: 0 when the worker drains, with --wait when it is empty or has left; 1 when the coordinator does not \
      answer or knows no such worker, or when children are left at the deadline; 64 when the command line \
      cannot be used; 130 after SIGINT, and the worker goes on draining.
      """)

  @OptionGroup var target: WorkerTarget

  @Option(
    help: ArgumentHelp(
      "How long effects may take to end: 500ms, 30s, 5m, 1h.", valueName: "duration"))
  var within = DurationOption(milliseconds: 300_000)

  @Flag(help: "Wait until the worker has no children.")
  var wait = false

  func run() async throws {
    let drained = try await target.call { [within] client, worker in
      try await client.drain(worker, withinMilliseconds: within.milliseconds)
    }
    guard wait else { return try target.print(drained) }
    let last = try await target.follow(drained, withinMilliseconds: within.milliseconds)
    try target.print(last)
    guard last.lanes == 0 else {
      printError(
        """
        error: \(last.name) still has \(last.lanes) children. Where no other worker hosts them, start one; \
        "pando status" shows who hosts what.
        """)
      throw ExitCode(1)
    }
  }
}
