import Pando

/// Counts the words of many files, each shard of them in a child of its own.
@Reducer
struct WordCount {
  struct State: Sendable {
    var shards: IdentifiedArrayOf<FileCount.State>
    /// The batches of each shard, which are counted one after the other.
    let batches: [[Batch]]
    /// The process that counted each batch that has committed.
    var counters: [[Int32]]

    init(batches: [[Batch]]) {
      shards = IdentifiedArrayOf(
        uniqueElements: batches.indices.map { FileCount.State(id: $0) })
      self.batches = batches
      counters = Array(repeating: [], count: batches.count)
    }

    /// The sum of all shards, as of the last commit.
    var total: Counts { shards.reduce(into: Counts()) { $0 += $1.counts } }

    var fileCount: Int { batches.joined().reduce(0) { $0 + $1.count } }

    var commitCount: Int { counters.reduce(0) { $0 + $1.count } }

    var isFinished: Bool { zip(counters, batches).allSatisfy { $0.count == $1.count } }
  }

  enum Action: Sendable {
    case shards(IdentifiedActionOf<FileCount>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .shards(.element(let id, .count)):
        // The shard has reduced it, in its worker.
        if let shard = state.shards[id: id] { state.counters[id].append(shard.processID) }
        return .none
      }
    }
    .forEach(\.shards, action: \.shards) {
      // A sum is the same in any order, so no shard waits for another's worker. A large file takes its time.
      FileCount().hosted(order: .asReady, timeout: .seconds(3_600))
    }
  }
}
