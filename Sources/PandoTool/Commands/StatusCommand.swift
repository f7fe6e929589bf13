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

      What the command line leaves out is read from the environment and from a file: see "pando config".

      Exit codes: 0 when the coordinator answered, 1 when it did not, 64 when the command line or the \
      settings cannot be used.
      """)

  @Option(
    help: ArgumentHelp(
      "Where the coordinator listens; of several, with commas between them, the first that answers is "
        + "asked.",
      valueName: "endpoint"))
  var coordinator: String?

  @OptionGroup var keys: KeyOptions

  @OptionGroup var config: ConfigOption

  @Flag(help: "Print one JSON document.")
  var json = false

  func run() async throws {
    let (endpoints, known) = try await Settings.read(
      [.coordinator: coordinator, .keyring: keys.keyring, .key: keys.key], config
    ) { settings throws(SettingsError) in
      (try settings.endpoints(.coordinator), try settings.keys)
    }
    do {
      let status = try await ClusterStatus.ask(coordinatorsAt: endpoints, keys: known)
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
