import ArgumentParser
import Foundation
import PandoCluster
import ZeroMQ

/// `pando top`.
struct TopCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "top",
    abstract: "Watch which workers are busy.",
    discussion: """
      The workers that a coordinator knows, the busiest first, and below them the features that they host and \
      their largest lanes. It begins anew every second, and ends on q or Ctrl-C:

        pando top --coordinator ipc:///run/pando/coordinator.sock

      Where standard output is no terminal, it prints one table and ends. Workers tell their load with each \
      beat, twice a second as a rule: a column is as old as "seen ms" says. The lanes are asked of the workers \
      themselves, of the 64 with the most; one that does not answer within a second is named.

      A coordinator or a worker at a tcp address answers keys with the role "operator" only. What the command line leaves \
      out is read from the environment and from a file: see "pando config".

      Exit codes: 0 after q, Ctrl-C or the one table, 1 when the coordinator did not answer for the first or \
      only table, 64 when the command line or the settings cannot be used.
      """)

  @Option(
    help: ArgumentHelp(
      "Where the coordinator listens; of several, with commas between them, the first that answers is "
        + "asked.",
      valueName: "endpoint"))
  var coordinator: String?

  @Option(help: ArgumentHelp("The time between two looks. Default: 1.", valueName: "seconds"))
  var interval = 1.0

  @Option(help: ArgumentHelp("The time for each answer. Default: 5.", valueName: "seconds"))
  var timeout = 5.0

  @OptionGroup var keys: KeyOptions

  @OptionGroup var config: ConfigOption

  func validate() throws {
    try WatchSeconds.check(interval, option: "--interval")
    try WatchSeconds.check(timeout, option: "--timeout")
  }

  func run() async throws {
    let (endpoints, known) = try Settings.read(
      [.coordinator: coordinator, .keyring: keys.keyring, .key: keys.key], config
    ) { settings throws(SettingsError) in
      (try settings.endpoints(.coordinator), try settings.keys)
    }
    let milliseconds = WatchSeconds.milliseconds(timeout)
    let ask: @Sendable () async throws -> TopTable = {
      let status = try await ClusterStatus.ask(
        coordinatorsAt: endpoints, keys: known, timeoutMilliseconds: milliseconds)
      return TopTable(status, await LaneStatus.ask(status.workers, keys: known))
    }
    do {
      let first = try await ask()
      guard Terminal.isInteractive else {
        print(first.text)
        return
      }
      try await TopScreen(seconds: interval, ask: ask).run(first)
    } catch let error as ExitCode {
      throw error
    } catch {
      printError("error: \(error)")
      throw ExitCode(1)
    }
  }
}
