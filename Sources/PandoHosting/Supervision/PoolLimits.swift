/// The times and counts that a pool of workers keeps to.
package struct PoolLimits: Equatable, Sendable {
  /// How long a lane waits for a worker.
  package var placementMilliseconds = 30_000
  /// How long lanes wait for their share of workers that are still starting.
  package var sharingMilliseconds = 2_000
  /// How long a quarantine worker is kept that nobody needs.
  package var quarantineIdleMilliseconds = 10_000
  /// How long a worker may take to end by itself.
  package var endMilliseconds = 2_000
  /// How many starts in a row may fail before any worker of the pool was there.
  package var failedStarts = 5
  /// The time in which that many starts must fail.
  package var failureWindowMilliseconds = 30_000
  /// How long a worker that was lost is not to be named again by a coordinator.
  package var suspicionMilliseconds = 5_000
  /// How many lanes ask a coordinator at once.
  package var searchesAtOnce = 32

  package init() {}
}
