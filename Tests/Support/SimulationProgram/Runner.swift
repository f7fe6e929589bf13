import Foundation
import PandoSimulation
import SimulationPrograms

/// Runs the seeds of one process, and tells of each on standard output: "b SEED" when it begins, "f SEED
/// VIOLATION" when it failed.
struct Runner {
  private let command: SimulationCommand
  private let stride: UInt64

  /// The time that a program may take.
  static let patienceSeconds: UInt32 = 120

  init(_ command: SimulationCommand, stride: UInt64) {
    self.command = command
    self.stride = stride
  }

  func run() -> Int32 {
    let end = command.seconds.map { ContinuousClock.now + .seconds($0) }
    var seed = command.first ?? 1
    var coverage = command.coverage ? Coverage() : nil
    for _ in 0..<command.seeds {
      if let end, ContinuousClock.now >= end { break }
      say("b \(seed)")
      // One that puts its only thread to sleep stands still for ever.
      alarm(Self.patienceSeconds)
      if let violation = SimulatedProgram(seed: seed).violation(&coverage) {
        say("f \(seed) \(violation.replacingOccurrences(of: "\n", with: "\u{2028}"))")
      }
      seed &+= stride
    }
    if let coverage, let data = try? JSONEncoder().encode(coverage) {
      say("c \(String(decoding: data, as: UTF8.self))")
    }
    say("e")
    return 0
  }

  private func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
  }
}
