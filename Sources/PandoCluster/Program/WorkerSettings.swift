import ArgumentParser
import Foundation
import Logging
import ZeroMQ

/// The settings of a worker, wherever they stand.
struct WorkerSettings {
  let bind: String
  let advertise: String?
  let name: String?
  let build: ProgramBuild
  let coordinator: String?
  let keys: ClusterKeys
  let logLevel: Logger.Level?
  let logFormat: LogFormat
  let metrics: ServedAddress?
  /// The way in which the worker waits for a debugger; nil where it does not.
  let debug: DebugWait?
  /// The file with what was not said elsewhere; nil where there is none.
  let file: String?
  /// All that is said, but for the coordinator, as variables of a process that reads no file.
  private(set) var variables: [String] = []

  /// Reads what the command line leaves out from the environment, and from a file.
  ///
  /// A worker that a program starts for itself hears everything from the program; in the program's
  /// environment it reads its keys alone, and whether to wait for a debugger, or it would join a coordinator that
  /// is meant for the program.
  ///
  /// - Parameter isConfined: True if another process has read all this, and confined this one.
  /// - Throws: A `ValidationError` with everything that cannot be used.
  init(_ command: WorkerCommand, isConfined: Bool = false) throws {
    let options: [Setting: String?] = [
      .bind: command.bind, .advertise: command.advertise, .name: command.name,
      .build: command.build, .coordinator: command.coordinator, .keyring: command.keys.keyring,
      .key: command.keys.key,
      .logLevel: command.logLevel, .logFormat: command.logForm?.rawValue,
      .metrics: command.metrics.address, .debug: command.debug,
    ]
    do throws(SettingsError) {
      let settings =
        if isConfined {
          try Settings(options: options, environment: Self.handedOn)
        } else if command.endsWithInput {
          try Settings(options: options, environment: Self.inherited)
        } else {
          try Settings(options: options, config: command.config.config)
        }
      file = settings.file
      bind = try settings.required(.bind)
      advertise = try settings.text(.advertise)
      name = try settings.text(.name)
      // A program and the workers that it starts for itself need not compare.
      build =
        try settings.text(.build).flatMap(ProgramBuild.init(_:))
        ?? (command.endsWithInput ? .unknown : .executable)
      coordinator = isConfined ? nil : try settings.text(.coordinator)
      keys = try settings.keys
      logFormat = try settings.logFormat
      metrics = try command.metrics.scrapeAddress(in: settings)
      debug = try settings.text(.debug).flatMap(DebugWait.init(_:))
      logLevel = try settings.text(.logLevel).flatMap(Logger.Level.init(rawValue:))
      for setting in Setting.allCases
      where command.sandbox != nil && setting.commands.contains("worker")
        && setting != .coordinator
      {
        if let text = try settings.text(setting) { variables.append("\(setting.variable)=\(text)") }
      }
    } catch {
      throw ValidationError(error.description)
    }
    try checkPlace()
  }

  /// Reads the settings of a worker that a program starts for itself.
  ///
  /// - Throws: A `ValidationError` with everything that cannot be used.
  init(_ spawned: SpawnedWorker) throws {
    do throws(SettingsError) {
      let settings = try Settings(
        options: [.bind: spawned.endpoint, .name: spawned.name], environment: Self.inherited)
      bind = try settings.required(.bind)
      name = try settings.text(.name)
      keys = try settings.keys
      debug = try settings.text(.debug).flatMap(DebugWait.init(_:))
    } catch {
      throw ValidationError(error.description)
    }
    file = nil
    advertise = nil
    build = .unknown
    coordinator = nil
    logLevel = nil
    logFormat = .text
    metrics = nil
  }

  /// Refuses a place that a coordinator could not tell clients.
  private func checkPlace() throws {
    guard coordinator != nil else { return }
    do throws(ZeroMQError) {
      _ = try Endpoint(advertise ?? bind).forClients()
    } catch {
      throw ValidationError("\(advertise == nil ? "--bind" : "--advertise"): \(error.message)")
    }
  }

  /// The variables of a worker in a sandbox, as the process has them that started it for others.
  private static var handedOn: [String: String] {
    ProcessInfo.processInfo.environment.filter { variable in
      Setting.allCases.contains { $0.variable == variable.key }
    }
  }

  /// The variables that a worker reads which a program started for itself.
  private static var inherited: [String: String] {
    ProcessInfo.processInfo.environment.filter { $0.key == Setting.debug.variable }
  }
}
