public import ArgumentParser
import Foundation
import Logging
public import Pando
import ServiceLifecycle
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
  public var bind: String

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

  /// The keys: who it is, and whom it trusts.
  @OptionGroup public var keys: KeyOptions

  /// True if it ends with its standard input.
  @Flag(
    name: .long, help: "End when standard input does. For programs that start their own workers.")
  public var endsWithInput = false

  /// An empty command line.
  public init() {}

  /// Runs a worker until SIGTERM or SIGINT.
  ///
  /// - Parameters:
  ///   - features: What it hosts.
  ///   - prepare: Sets what the features read, and whatever else the process needs; called first.
  /// - Throws: `ZeroMQError` when it cannot listen, `KeyError` when it has no usable keys, or what `prepare` throws.
  public func run(
    features: some HostedFeatures,
    preparing prepare: (inout DependencyValues) throws -> Void = { _ in }
  ) async throws {
    SpawnMark.adopt()
    let dependencies = try DependencyValues().updated { try prepare(&$0) }
    var configuration = WorkerConfiguration(
      endpoint: try Endpoint(bind).forProcesses(), name: name ?? "worker \(getpid())")
    configuration.advertised = try advertise.map { try Endpoint($0).forProcesses() }
    configuration.keys = keys.keys
    configuration.endsWithInput = endsWithInput
    configuration.mayEndProcess = true
    configuration.dependencies = dependencies
    // A worker of a program's own speaks up when something is wrong; the program tells the rest.
    configuration.logger.logLevel = endsWithInput ? .error : .info
    DescriptorLimit.raiseQuietly()
    var worker = try WorkerService(features, configuration: configuration)
    // Not by the concurrency pool, whose threads may all be busy with effects.
    worker.signals = try TerminationSignals.descriptor()
    var services = [
      ServiceGroupConfiguration.ServiceConfiguration(
        service: WorkerInGroup(worker: worker),
        successTerminationBehavior: .gracefullyShutdownGroup,
        failureTerminationBehavior: .cancelGroup)
    ]
    if let coordinator {
      let membership = try worker.membership(at: Endpoint.list(coordinator))
      // A group ends its services from the last to the first, and the worker ends by itself: behind it
      // the membership would find it gone, which the group takes for a failure.
      services.insert(.init(service: membership), at: 0)
    }
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: services,
        logger: Logger(label: "pando.services", factory: { _ in SwiftLogNoOpLogHandler() })))
    worker.loop.onStop { Task { await group.triggerGracefulShutdown() } }
    try await group.run()
    // The program may have been killed, and clear up no more.
    if endsWithInput { SocketFolder.removeIfEmpty(around: bind) }
  }

  /// Runs the role with raw arguments, and exits with what an argument parser would.
  static func run(
    _ arguments: [String], features: HostedFeatureList,
    preparing prepare: (inout DependencyValues) throws -> Void
  ) async {
    do {
      let command = try WorkerCommand.parse(arguments)
      try await command.run(features: HostedFeatureGroup(list: features), preparing: prepare)
      Foundation.exit(0)
    } catch let error as ZeroMQError {
      printError("error: \(error)")
      Foundation.exit(1)
    } catch let error as KeyError {
      printError("error: \(error)")
      Foundation.exit(1)
    } catch {
      WorkerCommand.exit(withError: error)
    }
  }
}

/// A worker that, once it has ended, waits for the end of its group: a group takes a service that returns
/// before its turn for a failure.
private struct WorkerInGroup: Service {
  let worker: WorkerService

  func run() async throws {
    try await worker.run()
    try? await gracefulShutdown()
  }
}

/// Writes a line to standard error.
package func printError(_ line: String) {
  FileHandle.standardError.write(Data((line + "\n").utf8))
}
