import ArgumentParser
import PandoCluster

/// `pando undrain`.
struct UndrainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undrain",
    abstract: "Put a worker back into service that was drained.",
    discussion: """
      Children are placed on it again; those that have moved stay where they are.

        pando undrain w1 --coordinator ipc:///run/pando/coordinator.sock

      A worker that was sent SIGTERM ends, and is not put back.

      Exit codes: 0 when the worker is in service, 1 when it is not, 64 when the command line cannot be used.
      """)

  @OptionGroup var target: WorkerTarget

  func run() async throws {
    try target.print(try await target.call { try await $0.undrain($1) })
  }
}
