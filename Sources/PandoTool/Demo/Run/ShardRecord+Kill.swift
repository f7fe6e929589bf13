/// What became of a shard whose worker was killed.
extension ShardRecord {
  /// The batch that was in flight when a worker was killed, once another process has counted it.
  func batchCountedAgain(after worker: Int32) -> Batch? {
    guard let last = counters.lastIndex(of: worker), last + 1 < counters.count else { return nil }
    return batches[last + 1]
  }

  /// An action of it has committed that another worker reduced.
  func goesOn(after worker: Int32) -> Bool {
    interruptionCount > 0 || batchCountedAgain(after: worker) != nil
  }

  /// Another worker has counted something of it.
  func counts(after worker: Int32) -> Bool {
    (interruptionCount > 0 && readsSinceInterruption > 0)
      || batchCountedAgain(after: worker) != nil
  }
}
