public import ArgumentParser
import Foundation
public import Pando
import PandoHosting
import ZeroMQ

/// The command line of the worker role.
public struct WorkerCommand: ParsableArguments {
  /// Where it listens.
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Where to listen: ipc:///run/app/w1.sock, or tcp://10.0.0.8:PORT with keys; tcp://*:PORT is every "
        + "address.",
      valueName: "endpoint"))
  public var bind: String?

  /// Where others reach it.
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Where clients reach it, for the coordinator to tell them. Default: what --bind says.",
      valueName: "endpoint"))
  public var advertise: String?

  /// The worker's name in tables and messages.
  @Option(name: .long, help: "What tables and messages call it. Default: the process id.")
  public var name: String?

  /// The coordinator that it joins, or several with commas between them.
  @Option(
    name: .long,
    help: ArgumentHelp(
      "A coordinator to join, so that programs find this worker through it. Several that share a registry "
        + "stand with commas between them: the next is joined when one is gone.",
      valueName: "endpoint"))
  public var coordinator: String?

  /// The labels by which children ask for it.
  @Option(
    name: .long,
    help: ArgumentHelp(
      "A label by which children ask for this worker: hosted(on: [\"gpu\"]). May be repeated.",
      valueName: "word"))
  public var label: [String] = []

  /// The file with the sandbox in which it hosts.
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Host in the sandbox of a file, children that require the same rights by .hosted(sandbox:), and no others. "
        + "See \"pando sandbox explain --help\".",
      valueName: "file"))
  public var sandbox: String?

  /// The number of children that it is to have at most.
  @Option(
    name: .long,
    help: ArgumentHelp(
      "How many children a coordinator places on it, by what it has heard. Default: any number.",
      valueName: "count"))
  public var lanesAtMost: Int?

  /// The share of new children that it takes.
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The share of new children that it takes, from 0 to 1: with 0.1 every tenth, for a build that is tried. "
        + "Default: 1, as many as its load allows.",
      valueName: "share"))
  public var weight = 1.0

  /// The name of its build.
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The name of its build. Programs rather use workers of their own build than of another. Default: the id "
        + "that the linker gave the executable, or else a digest of it.",
      valueName: "name"))
  public var build: String?

  /// The time that it takes to end on SIGTERM.
  @Option(
    name: .long,
    help: ArgumentHelp(
      "How long it may take to end on SIGTERM, while children move to other workers: 30s, 5m.",
      valueName: "duration"))
  public var drainWithin = DurationOption(milliseconds: 20_000)

  /// The way in which it waits for a debugger.
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Wait for a debugger before it takes work: \"wait\", or \"wait:FEATURE\" where it hosts the feature. "
        + "Default: PANDO_DEBUG.",
      valueName: "how"))
  public var debug: String?

  /// The keys: who it is, and whom it trusts.
  @OptionGroup public var keys: KeyOptions

  /// The least important messages that it logs.
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The least important messages that are logged: debug, info, notice, warning, error. Default: info.",
      valueName: "level"))
  public var logLevel: String?

  @Option(
    name: .customLong("log-format"),
    help: ArgumentHelp(
      "The form of the log: text for people, json for a collector of logs. Default: text.",
      valueName: "form"))
  var logForm: LogFormat?

  /// The form of its log, as the command line has it.
  public var logFormat: LogFormat {
    get { logForm ?? .text }
    set { logForm = newValue }
  }

  /// Where its metrics are served.
  @OptionGroup public var metrics: MetricsOptions

  /// The file with what is not said here.
  @OptionGroup public var config: ConfigOption

  /// True if it ends with its standard input.
  @Flag(
    name: .long, help: "End when standard input does. For programs that start their own workers.")
  public var endsWithInput = false

  /// An empty command line.
  public init() {}

  /// Refuses what cannot be meant.
  public func validate() throws {
    if let lanesAtMost, lanesAtMost < 1 {
      throw ValidationError("--lanes-at-most: \(lanesAtMost) leaves no child to host.")
    }
    if let label = label.first(where: { $0.hasPrefix(WorkerTraits.sandboxPrefix) }) {
      throw ValidationError(
        "--label: \(label) would say that the worker is in a sandbox. Start it in one: --sandbox FILE."
      )
    }
    if sandbox != nil, endsWithInput {
      throw ValidationError(
        "--sandbox: a program confines the workers that it starts itself (--ends-with-input). Leave one out."
      )
    }
    guard (0...1).contains(weight) else {
      throw ValidationError(
        "--weight: \(weight) is no share; write a number from 0 to 1, such as 0.1.")
    }
  }

  /// Runs a worker until SIGTERM, on which it drains, or SIGINT. SIGHUP is SIGTERM, but has the keyring read where a
  /// service manager started the process.
  ///
  /// - Parameters:
  ///   - features: What it hosts.
  ///   - prepare: Sets what the features read, and whatever else the process needs; called first.
  /// - Throws: `ZeroMQError` when it cannot listen, `KeyError` when it has no usable keys, `ValidationError` when the
  ///   command line, the environment or the file of settings cannot be used, or what `prepare` throws.
  public func run(
    features: some HostedFeatures,
    preparing prepare: (inout DependencyValues) throws -> Void = { _ in }
  ) async throws {
    let line = ParentLine.adopt()
    if sandbox == nil || line != nil {
      WorkerRole.adopt(name: name, endsWithInput: endsWithInput || line != nil)
    }
    var role = WorkerRole(try WorkerSettings(self, isConfined: line != nil))
    role.line = line
    role.endsWithInput = endsWithInput || line != nil
    role.drainMilliseconds = drainWithin.milliseconds
    role.labels = label
    role.lanesAtMost = lanesAtMost
    role.weight = weight
    if let sandbox, line == nil {
      return try await role.runConfined(by: sandbox, features: features.list.features)
    }
    try await role.run(features: features, preparing: prepare)
  }

  /// Runs the role with raw arguments, and exits with what an argument parser would.
  package static func run(
    _ arguments: [String], features: HostedFeatureList,
    preparing prepare: (inout DependencyValues) throws -> Void
  ) async {
    let features = HostedFeatureGroup(list: features)
    do {
      if let spawned = SpawnedWorker(arguments) {
        try await spawned.run(features: features, preparing: prepare)
      } else {
        // What is behind `--` is for the program's own code.
        try await Role.parse(Array(arguments.prefix { $0 != "--" })).options
          .run(features: features, preparing: prepare)
      }
      Foundation.exit(0)
    } catch let error as ZeroMQError {
      printError("error: \(error)")
      Foundation.exit(error.code == .tooManyThreads ? ProcessEnd.shortageStatus : 1)
    } catch let error as KeyError {
      printError("error: \(error)")
      Foundation.exit(1)
    } catch let error as LastingRefusal {
      printError("error: \(error)")
      Foundation.exit(LastingRefusal.exitStatus)
    } catch {
      // It may print its help.
      StandardOutput.checkAtExit()
      Role.exit(withError: error)
    }
  }
}

/// The command under the name by which it was called, for its help.
private struct Role: ParsableCommand {
  static var configuration: CommandConfiguration {
    let program = CommandLine.arguments.first?.split(separator: "/").last ?? "program"
    return CommandConfiguration(commandName: "\(program) worker")
  }

  @OptionGroup var options: WorkerCommand
}

/// Writes lines to standard error, if they can be written. What others said in them gives no orders to a terminal.
package func printError(_ lines: String) {
  DescriptorWriter.standardError.write(lines.printableLines + "\n")
}
