import Foundation

/// The compiler and the sources of a run.
struct BuildNotes: Codable {
  var toolchain: String
  var commit: String

  /// Asks the programs `swift` and `git`; what they do not tell is "unknown".
  static func ask() -> BuildNotes {
    let commit = output("git", "rev-parse", "--short=12", "HEAD")
    let changes = output("git", "status", "--porcelain", "--untracked-files=no")
    return BuildNotes(
      toolchain: output("swift", "--version") ?? "unknown",
      commit: commit.map { $0 + (changes == nil ? "" : " and changes") } ?? "unknown")
  }

  /// The first line that a program prints, or nil without one.
  private static func output(_ arguments: String...) -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").first.map(String.init)
  }
}
