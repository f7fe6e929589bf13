import Foundation

/// The helper program, at work on a journal in a process of its own.
final class Helper {
  private let process = Process()
  private let output = Pipe()
  private let input = Pipe()
  private var rest: [UInt8] = []

  var processID: Int32 { process.processIdentifier }

  init(_ arguments: [String], environment: [String: String] = [:]) throws {
    process.executableURL = URL(filePath: Self.path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = output
    process.standardInput = input
    try process.run()
  }

  deinit { kill() }

  /// Returns the next line that it says; nil once it has ended.
  func line() -> String? {
    while true {
      if let end = rest.firstIndex(of: 0x0A) {
        defer { rest.removeFirst(end + 1) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { return nil }
      rest += data
    }
  }

  /// Returns all that it still says.
  func lines() -> [String] {
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    return lines
  }

  /// Kills it as the system does with a process that takes too much.
  func kill() {
    if process.isRunning { Foundation.kill(processID, SIGKILL) }
    process.waitUntilExit()
  }

  /// Lets it end.
  func end() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Returns the last group that lines acknowledge.
  static func acknowledged(_ lines: [String]) -> UInt64 {
    lines.compactMap { $0.hasPrefix("ack ") ? UInt64($0.dropFirst(4)) : nil }.last ?? 0
  }

  private static var path: String { program("JournalHelper") }

  /// The path of a program that was built with the tests.
  static func program(_ name: String) -> String {
    let program =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let beside = URL(filePath: program).deletingLastPathComponent().path + "/" + name
    if FileManager.default.isExecutableFile(atPath: beside) { return beside }
    let bundle = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path
    return bundle + "/" + name
  }
}
