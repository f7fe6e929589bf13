package import ArgumentParser
import Foundation
import Pando
import PandoCluster
import PandoHosting
import ZeroMQ

/// The command `pando`.
package struct PandoCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "pando",
    abstract: "One store, whose child features run in many processes.",
    discussion: """
      See it work, on the files below the working directory or another one:

        pando demo
        pando demo ~/notes
        pando demo ~/notes --workers 4 --json

      Begin a program of your own, with a hosted feature and its tests:

        pando init ../grove

      Host the demo's feature for other programs, on this machine:

        pando worker --bind ipc:///tmp/pando-1.sock

      Let programs find workers by themselves, and look at them:

        pando coordinator --bind ipc:///tmp/pando/coordinator.sock
        pando status --coordinator ipc:///tmp/pando/coordinator.sock
        pando drain w1 --coordinator ipc:///tmp/pando/coordinator.sock

      Do the same on many machines, with keys:

        pando keys --help
        pando join --help

      Configure them by files, and have them watched:

        pando config --help
        pando health --coordinator ipc:///tmp/pando/coordinator.sock

      Find the sandbox that a feature needs:

        pando sandbox --help

      See what a store with a journal has committed, and reduce it again:

        pando journal --help

      Exit codes: 0 when all went well, 1 when it did not, or what it prints could not be written, 64 when the \
      command line cannot be used. A reader that goes early, such as head, ends it by SIGPIPE. Errors go to \
      standard error.
      """,
    version: PandoVersion.description,
    subcommands: [
      DemoCommand.self, InitCommand.self, CoordinatorCommand.self, WorkerRoleCommand.self,
      StatusCommand.self, HealthCommand.self, DrainCommand.self,
      UndrainCommand.self,
      KeysCommand.self, JoinCommand.self, ConfigCommand.self, SandboxCommand.self,
      JournalCommand.self,
      VersionCommand.self,
    ])

  /// An empty command line.
  package init() {}

  /// Ends the program where the system starts too few threads for any of its commands.
  package static func requireThreads() {
    do throws(ZeroMQError) {
      try ThreadLimit.require(threads, to: "run pando")
    } catch {
      printError("error: \(error)")
      Foundation.exit(ProcessEnd.shortageStatus)
    }
  }

  /// The threads that every command takes: those of the concurrency pool, and some of its own.
  private static let threads = 8

  /// Runs the program `pando`.
  package static func runProgram() async {
    WorkerBinary.noteOwnRole()
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "worker", SpawnedWorker(Array(arguments.dropFirst())) != nil {
      await WorkerCommand.run(
        Array(arguments.dropFirst()), features: PandoFeatures.all.list,
        preparing: { _ in try TraceExport.begin() })
    } else {
      StandardOutput.checkAtExit()
      await main()
    }
  }
}
