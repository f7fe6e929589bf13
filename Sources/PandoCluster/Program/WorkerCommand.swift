public import ArgumentParser
import Foundation
import Logging
import ServiceLifecycle
import ZeroMQ

/// The command line of the worker role.
public struct WorkerCommand: ParsableArguments {
  /// Where it listens.
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Where to listen: ipc:///run/app/w1.sock, or tcp://127.0.0.1:PORT.", valueName: "endpoint"))
  public var bind: String

  /// What tables and messages call it.
  @Option(name: .long, help: "What tables and messages call it. Default: the process id.")
  public var name: String?

  /// The coordinator that it joins.
  @Option(
    name: .long,
    help: ArgumentHelp(
      "A coordinator to join, so that programs find this worker through it.",
      valueName: "endpoint"))
  public var coordinator: String?

  /// Whether it ends with its standard input.
  @Flag(
    name: .long, help: "End when standard input does. For programs that start their own workers.")
  public var endsWithInput = false

  /// An empty command line.
  public init() {}

  /// Runs a worker until SIGTERM or SIGINT.
  ///
  /// - Throws: `ZeroMQError` when it cannot listen.
  public func run(features: some HostedFeatures) async throws {
    SpawnMark.adopt()
    var configuration = WorkerConfiguration(
      endpoint: try Endpoint(bind).forProcesses(), name: name ?? "worker \(getpid())")
    configuration.endsWithInput = endsWithInput
    configuration.mayEndProcess = true
    // A worker of a program's own speaks up when something is wrong; the program tells the rest.
    configuration.logger.logLevel = endsWithInput ? .error : .info
    DescriptorLimit.raiseQuietly()
    var worker = try WorkerService(features, configuration: configuration)
    // Not by the concurrency pool, whose threads may all be busy with effects.
    worker.signals = try TerminationSignals.descriptor()
    var services = [
      ServiceGroupConfiguration.ServiceConfiguration(
        service: worker, successTerminationBehavior: .gracefullyShutdownGroup,
        failureTerminationBehavior: .cancelGroup)
    ]
    if let coordinator {
      let membership = try worker.membership(at: Endpoint(coordinator))
      services.append(.init(service: membership))
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
  static func run(_ arguments: [String], features: HostedFeatureList) async {
    do {
      let command = try WorkerCommand.parse(arguments)
      try await command.run(features: HostedFeatureGroup(list: features))
      Foundation.exit(0)
    } catch let error as ZeroMQError {
      printError("error: \(error)")
      Foundation.exit(1)
    } catch {
      WorkerCommand.exit(withError: error)
    }
  }
}

/// Writes a line to standard error.
package func printError(_ line: String) {
  FileHandle.standardError.write(Data((line + "\n").utf8))
}
