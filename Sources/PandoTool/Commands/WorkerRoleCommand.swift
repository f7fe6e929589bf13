import ArgumentParser
import PandoCluster
import PandoHosting
import ZeroMQ

/// `pando worker`.
struct WorkerRoleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Host the demo's feature for other processes.",
    discussion: """
      The demo starts its workers in this way itself. One that was started by hand runs until SIGINT \
      or SIGTERM:

        pando worker --bind ipc:///tmp/pando-1.sock

      On a network it takes keys (see "pando keys"), and clients whose keys it trusts:

        pando worker --bind tcp://10.0.0.8:7611 --keyring /etc/pando/keyring --key w1.key

      What the command line leaves out is read from the environment and from a file: see "pando config".

      Where OTEL_EXPORTER_OTLP_ENDPOINT names a collector, it gets the worker's part of the traces of its \
      clients; that takes a build with the trait "OTLP".

      On SIGTERM it drains: programs take their children to other workers, and it ends once it has none, or \
      after --drain-within. So it does on SIGHUP, as of a terminal that closes; under a service manager SIGHUP \
      has it read its keyring. On SIGINT, or a second SIGTERM, it ends at once.

      A coordinator that is away, or does not trust its key, is tried again: see "Who is refused" in docs/KEYS.md.

      Exit codes: 0 after a signal, 1 when it cannot listen or another process has come to listen at its \
      address, 64 when the command line, the settings or a variable cannot be used, 71 when the system starts too few threads for it, 75 when it ended itself as a reducer \
      hung, 76 when it shares no version of the protocol with any coordinator.
      """)

  @OptionGroup var options: WorkerCommand

  func run() async throws {
    try TraceExport.begin()
    do {
      try await options.run(features: PandoFeatures.all)
    } catch let error as KeyError {
      printError("error: \(error)")
      throw ExitCode(1)
    } catch let error as ZeroMQError where error.code == .tooManyThreads {
      printError("error: \(error)")
      throw ExitCode(ProcessEnd.shortageStatus)
    } catch let error as LastingRefusal {
      printError("error: \(error)")
      throw ExitCode(LastingRefusal.exitStatus)
    }
  }
}
