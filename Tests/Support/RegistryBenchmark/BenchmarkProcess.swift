import Foundation

/// A process of the benchmark. It is killed with its last reference.
final class BenchmarkProcess: @unchecked Sendable {
  // Touched by one task at a time.
  private let process = Process()

  /// - Parameter log: The file for what it prints.
  init(_ program: String, _ arguments: [String], log: String) throws {
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    _ = FileManager.default.createFile(atPath: log, contents: nil)
    let output = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
  }

  deinit { kill() }

  func kill() {
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}

/// A failure that ends the benchmark.
struct BenchmarkFailure: Error, CustomStringConvertible {
  var description: String
}

/// Returns once something holds, at most a minute later.
func eventually(
  _ what: String, within seconds: Double = 60, _ condition: () async -> Bool
) async throws {
  let end = ContinuousClock.now + .seconds(seconds)
  while await !condition() {
    guard ContinuousClock.now < end else {
      throw BenchmarkFailure(description: "it never came about that \(what)")
    }
    try await Task.sleep(for: .milliseconds(2))
  }
}
