import Foundation
import Pando
import Synchronization

/// Ends the process when a run takes longer than it may, and says how things stood.
final class Watchdog: Sendable {
  private struct State {
    var what = "the run begins"
    var deadline = monotonicNanoseconds() + 60_000_000_000
    var isStopping = false
    var describe: (@Sendable () -> String)?
  }

  private let state = Mutex(State())
  private let seed: Int
  private let report: Report

  init(seed: Int, _ report: Report) {
    self.seed = seed
    self.report = report
    let thread = Thread { [self] in run() }
    thread.name = "watchdog"
    thread.start()
  }

  /// The next thing that must come about.
  func expect(_ what: String, within seconds: Int) {
    let deadline = monotonicNanoseconds() + UInt64(seconds) * 1_000_000_000
    state.withLock { ($0.what, $0.deadline) = (what, deadline) }
  }

  func watch<State, Action>(_ engine: StoreEngine<State, Action>) {
    state.withLock { $0.describe = { [weak engine] in engine?.standing ?? "the store is gone" } }
  }

  func stop() {
    state.withLock { state in
      state.isStopping = true
      state.describe = nil
    }
  }

  private func run() {
    while true {
      usleep(20_000)
      let late = state.withLock { state -> (String, (@Sendable () -> String)?)? in
        state.isStopping || monotonicNanoseconds() < state.deadline
          ? nil : (state.what, state.describe)
      }
      if state.withLock({ $0.isStopping }) { return }
      if let (what, describe) = late { giveUp(what, describe) }
    }
  }

  private func giveUp(_ what: String, _ describe: (@Sendable () -> String)?) -> Never {
    report.note("  seed \(seed): threads: \(threadNames().joined(separator: ", "))")
    report.note("  seed \(seed): children: \(childProcesses())")
    for issue in Set(IssueLog.shared.take().map { $0.prefix(300) }) {
      report.note("  seed \(seed): report: \(issue)")
    }
    if let describe {
      // Whoever holds the store's lock may be the reason.
      let said = DispatchSemaphore(value: 0)
      Thread.detachNewThread { [report, seed] in
        report.note("  seed \(seed): \(describe())")
        said.signal()
      }
      if said.wait(timeout: .now() + 3) == .timedOut {
        report.note("  seed \(seed): the store's lock cannot be had")
      }
    }
    report.ended(seed, ["it did not come about in time that \(what)"], took: .zero)
    if ProcessInfo.processInfo.environment["PANDO_STRESS_HOLD"] != nil {
      report.note("  seed \(seed): process \(getpid()) is held for a debugger")
      while true { sleep(1_000) }
    }
    for child in childProcesses() { kill(child, SIGKILL) }
    report.summarize()
    _exit(1)
  }
}
