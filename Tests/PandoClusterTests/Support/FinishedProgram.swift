import Foundation
import Testing

/// A program of the tests that was run to its end.
struct FinishedProgram {
  let status: Int32
  let output: String
  let errors: String

  /// Runs a program that is built beside the test bundle. One that takes too long is ended.
  ///
  /// - Parameter descriptors: How many it may open; nil leaves that as it is.
  static func run(
    _ name: String, _ arguments: [String] = [], environment: [String: String] = [:],
    withinSeconds seconds: Int = 60, descriptors: Int? = nil
  ) async throws -> FinishedProgram {
    let limit = descriptors.map { "ulimit -n \($0) && " } ?? ""
    return try await run(
      shell: "\(limit)exec timeout --signal=KILL \(seconds) \"$0\" \"$@\"", name, arguments,
      environment: environment, withinSeconds: seconds)
  }

  /// Runs a script of the shell, whose `$0` is a program that is built beside the test bundle.
  static func run(
    shell script: String, _ name: String, _ arguments: [String] = [],
    environment: [String: String] = [:], withinSeconds seconds: Int = 60
  ) async throws -> FinishedProgram {
    let folder = NSTemporaryDirectory() + "pando-run-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      [
        "-c", script,
        URL(fileURLWithPath: ClusterProgram.path).deletingLastPathComponent()
          .appendingPathComponent(name).path,
      ] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = try file(folder + "/output")
    process.standardError = try file(folder + "/errors")
    try process.run()
    try await eventually("\(name) has ended", within: Double(seconds) + 10) { !process.isRunning }
    return FinishedProgram(
      status: process.terminationStatus,
      output: try String(contentsOfFile: folder + "/output", encoding: .utf8),
      errors: try String(contentsOfFile: folder + "/errors", encoding: .utf8))
  }

  private static func file(_ path: String) throws -> FileHandle {
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
  }
}

/// A fresh folder, until the end of `body`.
func withFolder(_ body: (String) async throws -> Void) async throws {
  let folder = "/tmp/pando-t-\(UUID().uuidString.prefix(8))"
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  try await body(folder)
}
