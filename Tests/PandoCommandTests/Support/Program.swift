import Foundation
import Synchronization
import Testing

/// The built command, run as a process.
final class Program: Sendable {
  /// The end of the process, and its output.
  struct Outcome {
    var code: Int32
    var output: String
    var error: String
  }

  /// The binary beside the test bundle.
  static var path: String {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appendingPathComponent("pando").path
  }

  private let process = Process()
  private let output = Pipe()
  private let error = Pipe()
  private let collected = Mutex<[Bool: Data]>([:])
  private let readers = DispatchGroup()

  /// Starts it, or another executable in its place, with a folder of its own for sockets.
  ///
  /// - Parameter input: The file that it reads; nil for none.
  init(
    _ arguments: [String], folder: TemporaryFolder, runtime: TemporaryFolder,
    environment: [String: String] = [:], executable: String = Program.path, input: String? = nil
  ) throws {
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["XDG_RUNTIME_DIR": runtime.path]) { $1 }.merging(environment) { $1 }
    process.standardInput = input.flatMap(FileHandle.init(forReadingAtPath:)) ?? .nullDevice
    process.standardOutput = output
    process.standardError = error
    try process.run()
    collect(output, isError: false)
    collect(error, isError: true)
  }

  var processID: Int32 { process.processIdentifier }

  private func collect(_ pipe: Pipe, isError: Bool) {
    let handle = pipe.fileHandleForReading
    readers.enter()
    Thread.detachNewThread { [self] in
      while case let data = handle.availableData, !data.isEmpty {
        collected.withLock { $0[isError, default: Data()].append(data) }
      }
      readers.leave()
    }
  }

  /// The text that it has written to standard output so far.
  var text: String { text(isError: false) }

  /// The same of standard error.
  var errorText: String { text(isError: true) }

  private func text(isError: Bool) -> String {
    String(decoding: collected.withLock { $0[isError] ?? Data() }, as: UTF8.self)
  }

  /// Waits for a text in its output.
  func waitForOutput(_ part: String) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while !text.contains(part) {
      guard ContinuousClock.now < end, process.isRunning else {
        Issue.record("the program has not written \(part), but \(text)")
        throw CancellationError()
      }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Waits for its end, and kills it after two minutes.
  func end() async throws -> Outcome {
    let limit = ContinuousClock.now + .seconds(120)
    while process.isRunning {
      if ContinuousClock.now > limit {
        Issue.record("the program has not ended")
        kill(processID, SIGKILL)
      }
      try await Task.sleep(for: .milliseconds(5))
    }
    await withCheckedContinuation { continuation in
      readers.notify(queue: .global()) { continuation.resume() }
    }
    let code =
      process.terminationReason == .exit
      ? process.terminationStatus : 128 + process.terminationStatus
    return Outcome(code: code, output: text, error: text(isError: true))
  }

  /// Runs it to its end.
  static func run(_ arguments: String..., folder: TemporaryFolder) async throws -> Outcome {
    let runtime = try TemporaryFolder()
    let outcome = try await Program(arguments, folder: folder, runtime: runtime).end()
    #expect(try runtime.entries == [], "no socket folder is left")
    return outcome
  }
}
