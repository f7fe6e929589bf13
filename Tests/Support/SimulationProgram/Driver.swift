import Foundation
import PandoSimulation
import ProgramSupport
import SimulationPrograms
import Synchronization

/// Runs seeds in several processes, so that one that ends its process is one that failed.
final class Driver: Sendable {
  private struct Progress {
    var count = 0
    var coverage = Coverage()
    var failures: [(seed: UInt64, violation: String)] = []
  }

  private let command: SimulationCommand
  private let first: UInt64
  private let progress = Mutex(Progress())
  private let start = ContinuousClock.now

  init(_ command: SimulationCommand) {
    self.command = command
    first = command.first ?? UInt64.random(in: 1...UInt64(UInt32.max))
  }

  func run() -> Int32 {
    if !command.json {
      print("seeds from \(first) on, in \(command.jobs) processes (--seed N runs one)")
    }
    let interruptions = [SIGINT, SIGTERM].map(summarizeAtSignal)
    defer { interruptions.forEach { $0.cancel() } }
    let group = DispatchGroup()
    for job in 0..<command.jobs {
      group.enter()
      Thread { [self] in
        run(job)
        group.leave()
      }
      .start()
    }
    while group.wait(timeout: .now() + 5) == .timedOut { tell() }
    return summarize()
  }

  /// Has a signal end the run, with what came of it until then. The processes of the jobs, which ignore the
  /// signal too, end when nobody reads what they say.
  private func summarizeAtSignal(_ number: Int32) -> any DispatchSourceSignal {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler { [self] in
      _ = summarize()
      exit(128 + number)
    }
    source.resume()
    return source
  }

  /// Runs the seeds of a job, in one process unless that ends early.
  private func run(_ job: Int) {
    var next = first &+ UInt64(job)
    var left =
      command.seconds == nil
      ? (command.seeds - job + command.jobs - 1) / command.jobs : Int.max
    while left > 0, progress.withLock({ $0.failures.count < 10 }) {
      guard let (last, count) = runProcess(from: next, count: left) else { return }
      left -= count
      next = last &+ UInt64(command.jobs)
    }
  }

  /// Returns the seed at which the process ended early, and how many it had begun.
  private func runProcess(from first: UInt64, count: Int) -> (UInt64, Int)? {
    var arguments = [
      "--first", "\(first)", "--seeds", "\(count)", "--stride", "\(command.jobs)",
    ]
    if let seconds = command.seconds {
      let elapsed = Int((ContinuousClock.now - start) / .seconds(1))
      guard elapsed < seconds else { return nil }
      arguments += ["--seconds", "\(seconds - elapsed)"]
    }
    if command.coverage { arguments.append("--coverage") }
    var current = first
    var begun = 0
    var hasEnded = false
    let note = { [self] (line: String) in
      let parts = line.split(separator: " ", maxSplits: 2)
      switch parts.first {
      case "b":
        current = parts.dropFirst().first.flatMap { UInt64($0) } ?? current
        begun += 1
        progress.withLock { $0.count += 1 }
      case "f":
        let violation = parts.dropFirst(2).first ?? ""
        fail(current, violation.replacingOccurrences(of: "\u{2028}", with: "\n"))
      case "c":
        let data = Data(line.dropFirst(2).utf8)
        if let met = try? JSONDecoder().decode(Coverage.self, from: data) {
          progress.withLock { $0.coverage.add(met) }
        }
      case "e":
        hasEnded = true
      default:
        break
      }
    }
    do {
      let end = try OwnProgram.run(arguments) { note(String(decoding: $0, as: UTF8.self)) }
      if hasEnded { return nil }
      let stoodStill = end.reason == .uncaughtSignal && end.status == SIGALRM
      fail(
        current,
        stoodStill ? "the store stood still" : "the process ended by itself, with \(end.status)")
      return (current, begun)
    } catch {
      fail(first, "a process cannot be started: \(error)")
      return nil
    }
  }

  private func fail(_ seed: UInt64, _ violation: String) {
    progress.withLock { $0.failures.append((seed, violation)) }
    if command.json {
      print(#"{"event":"failed","seed":\#(seed)}"#)
    } else {
      print("seed \(seed) failed: \(violation)\n  again, and shorter: make simulate SEED=\(seed)")
    }
    // Who reads a pipe sees it now.
    fflush(nil)
  }

  private func tell() {
    guard isatty(STDERR_FILENO) == 1, !command.json else { return }
    let (count, failed) = progress.withLock { ($0.count, $0.failures.count) }
    FileHandle.standardError.write(Data("\r\(count) programs, \(failed) failed".utf8))
  }

  private func summarize() -> Int32 {
    let (count, failures) = progress.withLock { ($0.count, $0.failures) }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let rate = Double(count) / seconds / Double(command.jobs)
    if command.json {
      print(
        #"{"event":"summary","programs":\#(count),"failed":\#(failures.count),"first":\#(first),"seconds":\#(Int(seconds)),"perSecondAndProcess":\#(Int(rate))}"#
      )
    } else {
      print(
        "\(count) programs, \(failures.count) failed, in \(Int(seconds)) s: \(Int(rate)) a second and process"
      )
    }
    guard command.coverage else { return failures.isEmpty ? 0 : 1 }
    let holes = CoverageTable(progress.withLock(\.coverage)).tell(asJSON: command.json)
    if holes > 0, count < CoverageTable.enough, !command.json {
      print("\(CoverageTable.enough) programs are enough to meet all of these")
    }
    return failures.isEmpty && (holes == 0 || count < CoverageTable.enough) ? 0 : 1
  }
}
