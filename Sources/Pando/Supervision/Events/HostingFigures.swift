/// The figures of one store's hosting since it began, for metrics: a copy, made when somebody asks.
package struct HostingFigures: Sendable {
  /// The figures of the children of one feature.
  package struct Feature: Sendable {
    // They only grow. What children left behind that have ended is counted.

    /// Actions that were accepted for them.
    package var accepted: UInt64 = 0
    /// Actions of them that have committed, or failed.
    package var committed: UInt64 = 0
    /// The number of times that what was speculated was thrown away.
    package var squashes: UInt64 = 0
    /// The number of times that a worker got one of them.
    package var placements: UInt64 = 0
    /// The number of times that one of them lost its worker.
    package var losses: UInt64 = 0
    /// The number of those that its own code is known to have caused.
    package var blamedLosses: UInt64 = 0
    /// The number of times that one was put into quarantine.
    package var quarantines: UInt64 = 0
    /// Bytes of actions that were dispatched to workers, those that were dispatched again included.
    package var dispatchedBytes: UInt64 = 0
    /// Bytes of workers' answers.
    package var answeredBytes: UInt64 = 0
    /// The costs of their actions on workers, by case.
    package var costs: [String: CostLedger.Cost] = [:]

    // They rise and fall.

    /// Children by their standing.
    package var children: [String: Int] = [:]
    /// Actions of them that have not committed.
    package var uncommitted = 0
    /// Actions of them that workers have.
    package var inFlight = 0
    /// Actions of them that may be in flight at once.
    package var window = 0
    /// Effects of them that run on workers.
    package var effects = 0
  }

  /// The figures of the link to one worker.
  package struct Link: Sendable {
    package var sentBytes: UInt64 = 0
    package var receivedBytes: UInt64 = 0
    package var sentActions: UInt64 = 0
  }

  package var accepted: UInt64 = 0
  package var commits: UInt64 = 0
  /// Actions that committed without effect, as no worker could reduce them.
  package var failures: UInt64 = 0
  package var uncommitted = 0
  package var uncommittedBytes = 0
  package var window = 0
  /// Effects that run in the store's own process.
  package var localEffects = 0
  package var features: [String: Feature] = [:]
  package var links: [String: Link] = [:]

  /// The figures of a store that has done nothing.
  package init() {}
}
