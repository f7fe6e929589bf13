import Foundation
import Synchronization

/// A program of the tests that runs, with what it has printed so far.
final class RunningProgram: Sendable {
  private let process: Mutex<Process>
  private let text = Mutex("")

  init(_ name: String, environment: [String: String] = [:]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: ClusterProgram.path).deletingLastPathComponent()
      .appendingPathComponent(name)
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    self.process = Mutex(process)
    _ = Thread.started { [self] in
      while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
        text.withLock { $0 += String(decoding: data, as: UTF8.self) }
      }
    }
  }

  /// Everything that it has printed, to standard output and to standard error.
  var printed: String { text.withLock { $0 } }

  var isRunning: Bool { process.withLock { $0.isRunning } }

  var processID: Int32 { process.withLock { $0.processIdentifier } }

  func kill() { process.withLock { _ = Foundation.kill($0.processIdentifier, SIGKILL) } }
}
