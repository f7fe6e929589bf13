import ArgumentParser
import PandoCluster
import PandoHosting
import ZeroMQ

/// The arguments of a command that does something to one worker.
struct WorkerTarget: ParsableArguments {
  @Argument(help: "The worker's name, or its id.")
  var worker: String

  @Option(
    help: ArgumentHelp(
      "Where the coordinator listens; of several, with commas between them, the first that answers is "
        + "asked.",
      valueName: "endpoint"))
  var coordinator: String?

  @OptionGroup var keys: KeyOptions

  @OptionGroup var config: ConfigOption

  @Flag(help: "Print one JSON document: the worker as it stands.")
  var json = false

  /// Returns where coordinators are, and the keys to ask them with, by the command line, the environment or a file.
  private func reach() throws -> (endpoints: [Endpoint], keys: ClusterKeys) {
    try Settings.read(
      [.coordinator: coordinator, .keyring: keys.keyring, .key: keys.key], config
    ) { settings throws(SettingsError) in
      (try settings.endpoints(.coordinator), try settings.keys)
    }
  }

  /// Has the coordinator do something to the worker.
  func call(
    _ body: @Sendable (CoordinatorClient, String) async throws -> ClusterStatus.Worker
  ) async throws -> ClusterStatus.Worker {
    let (endpoints, keys) = try reach()
    do {
      return try await CoordinatorClient.ask(at: endpoints, keys: keys, label: "pando.drain") {
        [worker] in try await body($0, worker)
      }
    } catch {
      printError("error: \(error)")
      throw ExitCode(1)
    }
  }

  /// Asks until a worker is empty or has left, or a while after a deadline. Returns it as it stood last.
  func follow(
    _ worker: ClusterStatus.Worker, withinMilliseconds milliseconds: Int
  ) async throws -> ClusterStatus.Worker {
    let (endpoints, keys) = try reach()
    let begun = ContinuousClock.now
    // What its clients do at the deadline, and what the worker tells of that, takes a moment.
    let end = begun + .milliseconds(milliseconds + Self.settlingMilliseconds)
    var watch = DrainWatch(worker)
    while ContinuousClock.now < end || watch.isAbsent {
      try await Task.sleep(for: .milliseconds(Self.lookMilliseconds))
      do {
        let status = try await ClusterStatus.ask(coordinatorsAt: endpoints, keys: keys)
        let now = Int((ContinuousClock.now - begun) / .milliseconds(1))
        if watch.look(status.workers, atMilliseconds: now) { break }
      } catch {
        printError("error: \(error)")
        throw ExitCode(1)
      }
    }
    return watch.worker
  }

  private static let lookMilliseconds = 250
  private static let settlingMilliseconds = 5_000

  /// Says how the worker stands.
  func print(_ worker: ClusterStatus.Worker) throws {
    Swift.print(json ? try JSONDocument.text(worker) : Self.line(worker))
  }

  /// A sentence about how the worker stands.
  static func line(_ worker: ClusterStatus.Worker) -> String {
    let children = worker.lanes == 1 ? "1 child" : "\(worker.lanes) children"
    let left = worker.drainMillisecondsLeft.flatMap {
      $0 < 1_000
        ? nil
        : "; effects may take \(DurationOption(milliseconds: $0 / 1_000 * 1_000).defaultValueDescription)"
    }
    return
      "\(worker.name) (\(worker.id)): \(WorkerColumns.standing(worker)), \(children)\(left ?? "")"
      .printable
  }
}
