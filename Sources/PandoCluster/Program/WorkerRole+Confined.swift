import Foundation
import Glibc
import Logging
import Pando
import PandoHosting
import ZeroMQ

// A worker for others in a sandbox.
extension WorkerRole {
  /// Hosts in a sandbox, in a process of its own, until that ends.
  ///
  /// This process has the rights of whoever started it, and runs no code of a feature: it is the member at the
  /// coordinator, as the worker may have no network, and speaks with the service manager. It ends as the worker does.
  ///
  /// - Parameter path: The file with the sandbox.
  func runConfined(by path: String, features: [any HostedFeature]) async throws {
    SpawnMark.adopt()
    PipeSignal.disarm()
    let hangUp = HangUp.asked
    let confinement = try Self.confinement(by: path)
    var configuration = try self.configuration(DependencyValues())
    let logger = configuration.logger
    if let label = confinement.label {
      configuration.labels.append(label)
    } else {
      logger.warning(
        "the kernel does not enforce all of the sandbox: \(confinement.gaps.joined(separator: "; "))"
      )
    }
    let endpoint = configuration.endpoint
    let keys = try configuration.keys.load(
      for: endpoint, to: "listen at \(endpoint)", logger: logger)
    if hangUp == .reload {
      try ReloadSignal.adopt(notifier: configuration.notifier, keys: keys)
    }
    let worker = ConfinedChild.Worker(
      name: "\(configuration.name) in \(confinement.name)",
      start: try WorkerStart(try WorkerStart(), confinedBy: confinement), confinement: confinement,
      arguments: Array(CommandLine.arguments.dropFirst()),
      variables: settings.variables
        + (settings.name == nil ? ["\(Setting.name.variable)=\(configuration.name)"] : []),
      needs: try needs(
        at: endpoint, keys == nil ? [] : configuration.keys.paths,
        guarding: [path] + configuration.keys.paths + [settings.file].compactMap(\.self)),
      drainMilliseconds: drainMilliseconds, hangUp: hangUp, notifier: configuration.notifier,
      logger: logger)
    let child = ConfinedChild(worker)
    let membership = try settings.coordinator.map { coordinator in
      try ClosingMembership(
        of: configuration, features: features.map(\.descriptor), keys: keys,
        at: try Endpoint.list(coordinator), child: child)
    }
    try await run(child, membership, at: endpoint)
  }

  /// Reads the sandbox of a file, as this kernel enforces it.
  private static func confinement(by path: String) throws -> Confinement {
    let sandbox = try SandboxFile.read(path)
    if sandbox.sharing == .never { throw SpawnError(unsharedIn: path) }
    return try Confinement(sandbox)
  }

  /// Returns what the worker needs beside its sandbox.
  private func needs(
    at endpoint: Endpoint, _ keys: [String], guarding guarded: [String]
  ) throws -> Confinement.Needs {
    var needs = Confinement.Needs(
      executable: WorkerBinary.own.path, files: keys, guarded: guarded)
    switch endpoint.address {
    case .ipc(let path):
      try SocketFolder.requireForOne(path)
      try SocketFolder.makeLock(ofSocket: path)
      needs.socket = path
    case .tcp(_, let port): needs.ports.append(port)
    case .inproc: break
    }
    if let metrics = settings.metrics { needs.ports.append(metrics.port) }
    return needs
  }

  /// Runs the worker, as a member for as long as it does.
  private func run(
    _ child: ConfinedChild, _ membership: ClosingMembership?, at endpoint: Endpoint
  ) async throws {
    let (listening, listens) = AsyncStream.makeStream(of: Void.self)
    let member = membership.map { membership in
      Task {
        // Where another has its endpoint it does not join in the other's place.
        for await _ in listening {}
        await membership.run()
        if membership.refusal != nil { child.end() }
      }
    }
    let status = try await withTaskCancellationHandler {
      try await child.run(
        onReady: { listens.finish() }, onEnding: { membership?.membership.tellOfEnd() })
    } onCancel: {
      child.end()
    }
    if case .ipc(let path) = endpoint.address { SocketFolder.removeSockets(beside: path) }
    member?.cancel()
    listens.finish()
    await member?.value
    if let refusal = membership?.refusal { throw refusal }
    if status != 0 { exit(status) }
  }
}

extension ClosingMembership {
  /// The membership of a worker in another process, which has no way to a coordinator.
  fileprivate init(
    of configuration: WorkerConfiguration, features: [FeatureDescriptor], keys: LoadedKeys?,
    at endpoints: [Endpoint], child: ConfinedChild
  ) throws {
    let meter = LoadMeter()
    try self.init(
      of: configuration, features: features, keys: keys, at: endpoints,
      load: {
        // It does not beat for a worker that says nothing.
        var report = child.report
        while report == nil, !Task.isCancelled {
          await ControlExecutor.sleep(milliseconds: 50)
          report = child.report
        }
        var load = report?.load ?? .none
        meter.addMachine(to: &load, nowMilliseconds: MonotonicClock.nowMilliseconds())
        load.wallMilliseconds = WorkerChronicle.now
        return load
      },
      drainLeft: { child.report?.drainLeft },
      onDrain: { child.send(.drain(withinMilliseconds: $0)) })
  }
}
