import Pando

/// Waits for a store to come to something.
struct StorePatience: Sendable {
  let store: StoreOf<WordCount>

  /// The time in which nothing may commit before the wait is given up.
  static let stallSeconds = 60.0

  /// Returns once a condition holds.
  ///
  /// - Throws: `CancellationError`, or `DemoError.stalled` when no worker can be started, or nothing has committed for a
  ///   minute.
  func until(
    _ what: String, every milliseconds: Int = 2,
    _ condition: @Sendable (WordCount.State) -> Bool
  ) async throws {
    var quiet = Stopwatch()
    var seen = 0
    while true {
      let (isMet, count) = store.withState { state in
        (condition(state), state.records.reduce(state.tickCount) { $0 + $1.actionCount })
      }
      if isMet { return }
      if let reason = failure { throw DemoError.stalled(reason) }
      if count != seen {
        seen = count
        quiet = Stopwatch()
      } else if quiet.seconds > Self.stallSeconds {
        throw DemoError.stalled(
          """
          Nothing has committed for \(Int(Self.stallSeconds)) s while waiting until \(what). \
          \(lastProblem ?? "Run \"pando worker --bind ipc:///tmp/pando.sock\" to see whether a worker starts here.")
          """)
      }
      try await Task.sleep(for: .milliseconds(milliseconds))
    }
  }

  /// The last problem of a worker that is not there.
  private var lastProblem: String? {
    let absent = store.workers.first { $0.processID == nil && $0.lastProblem != nil }
    return absent.flatMap { worker in
      worker.lastProblem.map { "The last problem of \(worker.name): \($0)." }
    }
  }

  /// Why there will never be a worker; nil while there may be one.
  private var failure: String? {
    let reasons = store.workers.map { worker -> String? in
      if case .failed(let reason) = worker.state { reason } else { nil }
    }
    return reasons.contains(nil) ? nil : reasons.first ?? nil
  }
}
