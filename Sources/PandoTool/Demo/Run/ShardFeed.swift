import Pando

/// Has a store count everything.
struct ShardFeed: Sendable {
  let store: StoreOf<WordCount>
  /// The number of batches of a shard that are in flight at most. A worker that has counted one has
  /// the next one there, however late the store hears of it on a busy machine.
  static let batchesInFlight = 4

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

  /// Gives a shard its batches, a few of them ahead of those that have committed.
  ///
  /// An effect could do the same. But in one process a batch is counted before `send` returns, with the
  /// store's lock held, and a task outside needs no lock to learn that it is cancelled.
  private func feed(_ record: ShardRecord) async {
    var inFlight: [StoreTask] = []
    for batch in record.batches {
      guard !Task.isCancelled else { return }
      inFlight.append(store.send(.shards(.element(id: record.id, action: .count(batch)))))
      if inFlight.count == Self.batchesInFlight { await inFlight.removeFirst().finish() }
      onCommit(store.withState(\.progress))
      // For whoever waits for a thread meanwhile, such as the one that hears of signals.
      await Task.yield()
    }
    for batch in inFlight { await batch.finish() }
    onCommit(store.withState(\.progress))
  }
}
