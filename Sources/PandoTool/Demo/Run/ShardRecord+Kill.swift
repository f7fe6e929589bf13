/// The fate of a shard whose worker was killed.
extension ShardRecord {
  /// The batches that were in flight when a worker was killed, as far as another process has counted
  /// them.
  func batchesCountedAgain(after worker: Int32) -> ArraySlice<Batch> {
    guard let last = counters.lastIndex(of: worker) else { return [] }
    let end = min(counters.count, last + 1 + ShardFeed.batchesInFlight)
    return batches[last + 1..<end]
  }

  /// An action of it has committed that another worker reduced.
  func goesOn(after worker: Int32) -> Bool {
    interruptionCount > 0 || !batchesCountedAgain(after: worker).isEmpty
  }

  /// Another worker has counted something of it.
  func counts(after worker: Int32) -> Bool {
    (interruptionCount > 0 && readsSinceInterruption > 0)
      || !batchesCountedAgain(after: worker).isEmpty
  }
}
