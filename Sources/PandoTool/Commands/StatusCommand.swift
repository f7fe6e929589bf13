import ArgumentParser
import Foundation
import PandoCluster
import ZeroMQ

/// `pando status`.
struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the workers that a coordinator knows.",
    discussion: """
      One line for each worker, with what it hosts and how busy it is. Above them: where the coordinator \
      keeps its registry, which coordinators share it, and which of them leads:

        pando status --coordinator ipc:///run/pando/coordinator.sock
        pando status --coordinator ipc:///run/pando/coordinator.sock --json | jq '.workers[].name'

      A coordinator at a tcp address answers keys with the role "operator" only.

      Exit codes: 0 when the coordinator answered, 1 when it did not, 64 when the command line cannot \
      be used.
      """)

  @Option(
    help: ArgumentHelp(
      "Where the coordinator listens; of several, with commas between them, the first that answers is "
        + "asked.",
      valueName: "endpoint"))
  var coordinator: String

  @OptionGroup var keys: KeyOptions

  @Flag(help: "Print one JSON document.")
  var json = false

  func validate() throws {
    _ = try EndpointArgument.list(coordinator, option: "--coordinator")
  }

  func run() async throws {
    let endpoints = try EndpointArgument.list(coordinator, option: "--coordinator")
    do {
      let status = try await ClusterStatus.ask(coordinatorsAt: endpoints, keys: keys.keys)
      print(json ? try document(status) : StatusTable(status).text)
    } catch {
      printError("error: \(error)")
      throw ExitCode(1)
    }
  }

  private func document(_ status: ClusterStatus) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(status), as: UTF8.self)
  }
}
