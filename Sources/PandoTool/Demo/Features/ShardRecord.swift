/// What the parent knows of one shard.
struct ShardRecord: Equatable, Sendable {
  let id: Int
  /// All that there is to count.
  let fileCount: Int
  /// What it counts, one batch after the other.
  let batches: [Batch]
  /// Which process counted each batch that has committed.
  var counters: [Int32] = []
  /// Where text comes as actions: what the shard will be given, the next one last.
  var assignments: [Assignment] = []
  /// What it has reported.
  var report = Report()
  /// How many of its actions have committed.
  var actionCount = 0
  /// How often its worker went away while an effect of it ran there.
  var interruptionCount = 0
  /// How much text has come since then.
  var readsSinceInterruption = 0

  init(id: Int, files: [SourceFile], directory: String, sendsText: Bool) {
    self.id = id
    fileCount = files.count
    batches = sendsText ? [] : Batch.cut(files, directory: directory)
    if sendsText {
      assignments = Assignment.cut(files.map(\.path), directory: directory).reversed()
    }
  }

  var isFinished: Bool { report.counts.settledFiles == fileCount }
}
