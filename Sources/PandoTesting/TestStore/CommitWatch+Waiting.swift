import Pando

extension CommitWatch {
  /// Waits until `isDone`, which is asked with the engine's lock held, and observers have been told of what brought it
  /// about. Returns false when it takes until the deadline, or the task is cancelled.
  func wait(
    until deadline: ContinuousClock.Instant, for isDone: @escaping @Sendable () -> Bool
  ) async -> Bool {
    while await waitOnce(until: deadline, for: isDone) {
      await engine.told()
      // An observer may have sent something.
      if locked(isDone) { return true }
    }
    return false
  }

  /// Waits until the effects have done what they can do at once. One that never waits for anything is
  /// given some time, and no more.
  func settle(until deadline: ContinuousClock.Instant) async {
    let limit = queue.ranCount + 1_000
    _ = await wait(until: deadline) { [queue] in queue.isAtRest || queue.ranCount > limit }
  }
}
