import Pando

/// Waits for a store to come to something.
struct StorePatience: Sendable {
  let store: StoreOf<WordCount>

  /// Returns once a condition holds.
  ///
  /// - Throws: `CancellationError`, or a `DemoError` when no worker can be started, or nothing has committed for a
  ///   minute.
  func until(
    _ what: String, every milliseconds: Int = 2,
    _ condition: @Sendable (WordCount.State) -> Bool
  ) async throws {
    var quiet = Stopwatch()
    var seen = 0
    while true {
      let (isMet, count) = store.withState { (condition($0), $0.commitCount) }
      if isMet { return }
      if let reason = failure { throw DemoError(description: reason) }
      if count != seen {
        seen = count
        quiet = Stopwatch()
      } else if quiet.seconds > 60 {
        throw DemoError(
          description: "Nothing has committed for 60 s while waiting until \(what). \(problem)")
      }
      try await Task.sleep(for: .milliseconds(milliseconds))
    }
  }

  /// Why a worker is not there, as far as one tells.
  private var problem: String {
    for worker in store.workers where worker.processID == nil {
      if let problem = worker.lastProblem {
        return "The last problem of \(worker.name): \(problem)."
      }
    }
    return "The workers tell no problem."
  }

  /// Why there will never be a worker; nil while there may be one.
  private var failure: String? {
    let reasons = store.workers.map { worker -> String? in
      if case .failed(let reason) = worker.state { reason } else { nil }
    }
    return reasons.contains(nil) ? nil : reasons.first ?? nil
  }
}

/// Why there is no result.
struct DemoError: Error, CustomStringConvertible {
  let description: String
}
