import Foundation
import Synchronization

/// The output: lines for people, or lines of JSON.
final class Report: Sendable {
  private struct State {
    var passed = 0
    var failed: [Int] = []
    var started = ContinuousClock.now
    /// By the kind of program.
    var tallies: [String: BlameTally] = [:]
  }

  /// One line of JSON.
  struct Line: Codable {
    var event: String
    var seed: Int?
    var violations: [String]?
    var milliseconds: Int?
    var passed: Int?
    var failed: Int?
    var text: String?
    var tally: BlameTally?
  }

  private let json: Bool
  private let isVerbose: Bool
  private let state = Mutex(State())

  /// The command that runs a seed again.
  private let again: String

  init(json: Bool, isVerbose: Bool, again: String) {
    self.json = json
    self.again = again
    self.isVerbose = isVerbose
  }

  var failedCount: Int { state.withLock { $0.failed.count } }

  func began(_ seed: Int) {
    if json { write(Line(event: "began", seed: seed)) }
  }

  func ended(
    _ seed: Int, _ violations: [String], took time: Duration, _ tally: BlameTally? = nil
  ) {
    let (count, failed) = state.withLock { state -> (Int, Int) in
      if let tally {
        var sum = state.tallies[tally.kind] ?? BlameTally(kind: tally.kind)
        sum += tally
        state.tallies[tally.kind] = sum
      }
      if violations.isEmpty { state.passed += 1 } else { state.failed.append(seed) }
      return (state.passed + state.failed.count, state.failed.count)
    }
    let milliseconds = Int(time / .milliseconds(1))
    if json {
      return write(
        Line(
          event: "ended", seed: seed, violations: violations.isEmpty ? nil : violations,
          milliseconds: milliseconds, tally: tally))
    }
    if !violations.isEmpty {
      show("seed \(seed) failed:")
      for violation in violations.prefix(12) { show("  - \(violation)") }
      show("  again: \(again) SEED=\(seed)")
    } else if isVerbose {
      show("  passed in \(milliseconds) ms")
    }
    if count % 10 == 0 { show("\(count) seeds, \(failed) failed") }
  }

  /// Something that explains a run.
  func say(_ text: @autoclosure () -> String) {
    if isVerbose { note(text()) }
  }

  /// Something that must be read.
  func note(_ text: String) {
    if json { return write(Line(event: "note", text: text)) }
    show(text)
  }

  func summarize() {
    let (passed, failed, started, tallies) = state.withLock {
      ($0.passed, $0.failed, $0.started, $0.tallies.values.sorted { $0.kind < $1.kind })
    }
    let time = ContinuousClock.now - started
    if json {
      return write(
        Line(
          event: "summary", milliseconds: Int(time / .milliseconds(1)), passed: passed,
          failed: failed.count))
    }
    for tally in tallies { show("\(tally)") }
    let list = failed.isEmpty ? "" : " (seeds \(failed.map(String.init).joined(separator: ", ")))"
    show("\(passed) passed, \(failed.count) failed\(list), in \(Int(time / .seconds(1))) s")
  }

  /// Writes a line at once, also where the output is no terminal.
  private func show(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }

  private func write(_ line: Line) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let data = try? encoder.encode(line) else { return }
    FileHandle.standardOutput.write(data + Data("\n".utf8))
  }
}
