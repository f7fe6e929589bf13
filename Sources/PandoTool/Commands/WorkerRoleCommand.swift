import ArgumentParser
import PandoCluster

/// `pando worker`.
struct WorkerRoleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Host the demo's features for other processes.",
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
      after --drain-within. On SIGINT, or a second SIGTERM, it ends at once.

      Exit codes: 0 after a signal, 1 when it cannot listen, 64 when the command line, the settings or a \
      variable cannot be used.
      """)

  @OptionGroup var options: WorkerCommand

  func run() async throws {
    try TraceExport.begin()
    do {
      try await options.run(features: PandoFeatures.all)
    } catch let error as KeyError {
      printError("error: \(error)")
      throw ExitCode(1)
    }
  }
}
