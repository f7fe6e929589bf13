import ClusterFeatures
import Foundation
import Logging
import Pando
import Testing
import ZeroMQ

@testable import PandoCluster

/// Workers as processes, and coordinators in this one, at tcp endpoints with keys.
final class KeyedCluster {
  let keys: TestKeys
  private(set) var workers: [KeyedWorker] = []

  init(_ roles: [String: Set<KeyRole>]) throws {
    keys = try TestKeys(roles)
  }

  /// Starts a worker with the key of that name.
  func startWorker(
    _ name: String, at endpoint: Endpoint? = nil, arguments: [String] = [],
    descriptorLimit: Int? = nil
  ) throws -> KeyedWorker {
    let worker = try KeyedWorker(
      name, at: endpoint ?? freeEndpoint(), keys, arguments: arguments,
      descriptorLimit: descriptorLimit)
    workers.append(worker)
    return worker
  }

  /// Ends every worker, whatever it does.
  func discard() {
    for worker in workers { worker.discard() }
  }

  deinit { discard() }
}

/// A worker process that listens over tcp.
final class KeyedWorker {
  let process = Process()
  let endpoint: Endpoint
  private let logFile: String
  private let input = Pipe()

  init(
    _ name: String, at endpoint: Endpoint, _ keys: TestKeys, arguments: [String],
    descriptorLimit: Int?
  ) throws {
    self.endpoint = endpoint
    logFile = "\(keys.path)/\(name).log"
    let command =
      [
        ClusterProgram.path, "worker", "--bind", "\(endpoint)", "--name", name, "--keyring",
        keys.folder.path, "--key",
        keys.secretPath(name),
      ] + arguments
    if let descriptorLimit {
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "ulimit -n \(descriptorLimit); exec \"$@\"", "sh"] + command
    } else {
      process.executableURL = URL(fileURLWithPath: command[0])
      process.arguments = Array(command.dropFirst())
    }
    process.standardInput = input
    guard FileManager.default.createFile(atPath: logFile, contents: nil) else {
      throw NeverHappened()
    }
    process.standardError = FileHandle(forWritingAtPath: logFile)
    process.standardOutput = process.standardError
    try process.run()
  }

  /// The text that it has logged.
  var log: String { (try? String(contentsOfFile: logFile, encoding: .utf8)) ?? "" }

  func count(_ part: String) -> Int {
    log.split(separator: "\n").count { $0.contains(part) }
  }

  func listens() async throws {
    try await eventually("the worker listens: \(log)") { log.contains("listens at") }
  }

  func discard() {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }
}

/// A store with one hosted child and many more, until the end of `body`.
func withStore(
  _ hosting: Hosting, _ body: (StoreOf<Board>) async throws -> Void
) async throws {
  let store = Store(initialState: Board.State()) {
    Board()
  } withDependencies: {
    $0.hosting = hosting
  }
  try await stopping(store, after: body)
}
