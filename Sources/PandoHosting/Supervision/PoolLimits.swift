/// The times and counts that a pool of workers keeps to.
package struct PoolLimits: Equatable, Sendable {
  /// The time that a lane waits for a worker, up to `placementMillisecondsAtMost`.
  package var placementMilliseconds = 30_000 {
    didSet {
      placementMilliseconds = min(max(0, placementMilliseconds), Self.placementMillisecondsAtMost)
    }
  }
  /// For ever, and still something that can be added to a time.
  private static let placementMillisecondsAtMost = 1 << 40
  /// The time that lanes wait for their share of workers that are still starting.
  package var sharingMilliseconds = 2_000
  /// The time that a worker may take to end by itself.
  package var endMilliseconds = 2_000
  /// The number of starts of one seat in a row that fail before any worker of the pool was there, whatever time each
  /// takes, and there will be none.
  package var failedStarts = 5
  /// The time in which that many quarantine workers must fail to start, for those that wait for one to be refused.
  package var failureWindowMilliseconds = 30_000
  /// The time in which a worker that was lost is not to be named again by a coordinator.
  package var suspicionMilliseconds = 5_000
  /// The time for which nobody answers a store's questions until it places its lanes without an answer, and the
  /// time from a failed question until it looks again whether somebody does.
  package var answerMilliseconds = 250
  package var probeMilliseconds = 1_000
  /// The time that a coordinator which was away may refuse everything, as workers have yet to join it again: they
  /// try every two seconds at least.
  package var rejoinMilliseconds = 5_000
  /// The number of lanes that ask a coordinator at once.
  package var searchesAtOnce = 32
  /// The number of lanes that leave a worker at once where it drains, and the time until the next do.
  package var movesAtOnce = 64
  package var movePauseMilliseconds = 10
  /// The number of lanes that a worker must have more than another, beside a quarter of its own, and the time
  /// for which it must, until lanes of it move there.
  package var balanceLanes = 8
  package var balanceMilliseconds = 5_000
  /// The time for which a lane is not asked to move again that stayed when it was.
  package var stayMilliseconds = 60_000

  package init() {}
}
