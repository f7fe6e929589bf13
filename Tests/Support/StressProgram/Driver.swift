import Foundation
import ProgramSupport
import Synchronization

/// Runs seeds in several processes, so that one that ends the process is one that failed.
final class Driver: Sendable {
  private let command: StressCommand
  private let report: Report

  init(_ command: StressCommand, _ report: Report) {
    self.command = command
    self.report = report
  }

  func run() -> Never {
    let jobs = max(1, min(command.jobs, command.seeds))
    let group = DispatchGroup()
    for job in 0..<jobs {
      group.enter()
      let thread = Thread { [self] in
        run(from: command.first + job, by: jobs)
        group.leave()
      }
      thread.start()
    }
    Interruption.note()
    while group.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
      if Interruption.isAsked { for child in childProcesses() { kill(child, SIGTERM) } }
    }
    report.summarize()
    exit(Interruption.isAsked ? Interruption.status : report.failedCount == 0 ? 0 : 1)
  }

  /// Runs every seed of one job, in one process unless that ends early.
  private func run(from first: Int, by stride: Int) {
    let end = command.first + command.seeds
    var next = first
    while next < end, !Interruption.isAsked {
      guard let last = runProcess(from: next, to: end, by: stride) else { return }
      next = last + stride
    }
  }

  /// Returns the seed at which the process ended; nil when it ran all.
  private func runProcess(from first: Int, to end: Int, by stride: Int) -> Int? {
    var arguments = [
      "--is-runner", "--first", "\(first)", "--seeds", "\(end - first)", "--stride", "\(stride)",
      "--times", "\(command.times)",
    ]
    if command.simulated { arguments.append("--simulated") }
    if command.blame { arguments.append("--blame") }
    if command.verbose { arguments.append("--verbose") }
    var current = first
    var isOpen = false
    var isSummarized = false
    let note = { [self] (line: Report.Line) in
      switch line.event {
      case "began":
        current = line.seed ?? current
        isOpen = true
      case "ended":
        isOpen = false
        report.ended(
          line.seed ?? current, line.violations ?? [], took: .milliseconds(line.milliseconds ?? 0),
          line.tally)
      case "note":
        report.note(line.text ?? "")
      default:
        isSummarized = true
      }
    }
    do {
      let end = try OwnProgram.run(arguments) { line in
        if let line = try? JSONDecoder().decode(Report.Line.self, from: line) { note(line) }
      }
      if Interruption.isAsked { return nil }
      if isOpen {
        let way = end.reason == .exit ? "status" : "signal"
        report.ended(
          current, ["the process ended by itself, with \(way) \(end.status)"], took: .zero)
        return current
      }
    } catch {
      report.ended(first, ["a process cannot be started: \(error)"], took: .zero)
      return first
    }
    return isSummarized && current + stride >= end ? nil : current
  }
}
