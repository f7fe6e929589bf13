/// The progress of the counting.
struct CountProgress: Equatable, Sendable {
  var shards: [ShardProgress] = []
  var counts = Counts()

  var fileCount: Int { shards.reduce(0) { $0 + $1.fileCount } }
  var actionCount: Int { shards.reduce(0) { $0 + $1.actionCount } }
}

/// The progress of one shard.
struct ShardProgress: Equatable, Sendable {
  var id: Int
  var fileCount: Int
  var settledFiles: Int
  var actionCount: Int
  var interruptionCount: Int
}
