import ArgumentParser
import PandoCluster
import ZeroMQ

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

      Exit codes: 0 after a signal, 1 when it cannot listen, 64 when the command line cannot be used.
      """)

  @OptionGroup var options: WorkerCommand

  func validate() throws {
    do throws(ZeroMQError) {
      _ = try Endpoint(options.bind)
      if let advertise = options.advertise { _ = try Endpoint(advertise) }
      if let coordinator = options.coordinator { _ = try Endpoint.list(coordinator) }
    } catch {
      throw ValidationError(error.message)
    }
  }

  func run() async throws {
    do {
      try await options.run(features: PandoFeatures.all)
    } catch let error as KeyError {
      printError("error: \(error)")
      throw ExitCode(1)
    }
  }
}
