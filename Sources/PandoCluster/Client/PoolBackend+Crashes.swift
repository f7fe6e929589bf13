import Logging
import PandoHosting
import Synchronization

extension PoolBackend {
  /// Logs the crashes of workers whose reports have come. Calls log handlers, so never on a thread that must not wait
  /// for users' code.
  ///
  /// - Parameter all: True where no loss will be told any more.
  func logCrashes(all: Bool = false) {
    let entries = state.withLock { state in
      state.crashes.take { member in all || state.links[member] == nil }
    }
    for entry in entries { log(entry) }
  }

  private func log(_ entry: CrashLog.Entry) {
    var text = "\(entry.name) crashed"
    if let cause = entry.report.cause { text += ": \(cause)" }
    if let loss = entry.loss { text += "\n\(loss)" }
    let backtrace = entry.report.backtrace.joined(separator: "\n")
    if !backtrace.isEmpty {
      text += "\n\(backtrace)"
    } else if !Backtracer.isConfigured, state.withLock({ $0.crashes.advises() }) {
      text += "\n\(Backtracer.advice)"
    }
    logger.error("\(text)", metadata: ["worker": "\(entry.name)"])
  }
}
