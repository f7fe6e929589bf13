import Pando

/// Has a store count everything.
struct ShardFeed: Sendable {
  let store: StoreOf<WordCount>
  /// Told after each batch.
  let onCommit: @Sendable () -> Void

  /// The number of batches of a shard that are in flight at most. A worker that has counted one has
  /// the next one there, however late the store hears of it on a busy machine.
  static let batchesInFlight = 4

  /// Returns when everything is counted, when its task is cancelled, or when the store was stopped.
  func run() async {
    let batches = store.withState(\.batches)
    await withTaskGroup(of: Void.self) { group in
      for (shard, batches) in batches.enumerated() {
        group.addTask { await feed(shard, batches) }
      }
    }
  }

  /// Gives a shard its batches, a few of them ahead of those that have committed.
  ///
  /// An effect could do the same. But in one process a batch is counted before `send` returns, with the
  /// store's lock held, and a task outside needs no lock to learn that it is cancelled.
  private func feed(_ shard: Int, _ batches: [Batch]) async {
    var inFlight: [StoreTask] = []
    for batch in batches {
      guard !Task.isCancelled else { return }
      inFlight.append(store.send(.shards(.element(id: shard, action: .count(batch)))))
      if inFlight.count == Self.batchesInFlight { await inFlight.removeFirst().finish() }
      onCommit()
      // For whoever waits for a thread meanwhile, such as the one that hears of signals.
      await Task.yield()
    }
    for batch in inFlight { await batch.finish() }
  }
}
