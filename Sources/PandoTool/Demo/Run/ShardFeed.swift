import Pando

/// Has a store count everything.
struct ShardFeed: Sendable {
  let store: StoreOf<WordCount>
  /// Told how far all is after each batch.
  var onCommit: @Sendable (CountProgress) -> Void = { _ in }

  /// Returns when everything is counted, when its task is cancelled, or when the store was stopped.
  func run() async {
    guard store.withState(\.textShards.isEmpty) else {
      await store.send(.started).finish()
      return
    }
    let records = store.withState(\.records)
    await withTaskGroup(of: Void.self) { group in
      for record in records { group.addTask { await feed(record) } }
    }
  }

  /// Gives a shard its batches, each once the one before it has committed.
  ///
  /// One is in flight for each shard, so a worker with two shards has the next one there when it
  /// has counted one. An effect could do the same; but in one process a batch is counted before
  /// `send` returns, with the store's lock held, and a task outside needs no lock to learn that it
  /// is cancelled.
  private func feed(_ record: ShardRecord) async {
    for batch in record.batches {
      guard !Task.isCancelled else { return }
      await store.send(.shards(.element(id: record.id, action: .count(batch)))).finish()
      onCommit(store.withState(\.progress))
      // For whoever waits for a thread meanwhile, such as the one that hears of signals.
      await Task.yield()
    }
  }
}
