package import Foundation

/// The program that is running, to be run once more.
package enum OwnProgram {
  /// Begins the program anew with the same order of dictionaries each time, if it has not that yet.
  package static func beginAgainWithoutChance() {
    let variable = "SWIFT_DETERMINISTIC_HASHING"
    guard getenv(variable) == nil else { return }
    setenv(variable, "1", 1)
    var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
    execv("/proc/self/exe", &arguments)
    fatalError("the program cannot be started again: \(String(cString: strerror(errno)))")
  }

  /// Runs the program with other arguments, hands out each line that it prints, and returns how it ended.
  ///
  /// - Throws: Why it cannot be started.
  package static func run(
    _ arguments: [String], _ body: (_ line: Data) -> Void
  ) throws -> (reason: Process.TerminationReason, status: Int32) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    var rest = Data()
    while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
      rest += data
      while let index = rest.firstIndex(of: UInt8(ascii: "\n")) {
        body(Data(rest[rest.startIndex..<index]))
        rest = Data(rest[rest.index(after: index)...])
      }
    }
    process.waitUntilExit()
    return (process.terminationReason, process.terminationStatus)
  }
}
