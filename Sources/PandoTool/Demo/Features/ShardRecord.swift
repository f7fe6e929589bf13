/// The parent's record of one shard.
struct ShardRecord: Equatable, Sendable {
  let id: Int
  /// All that there is to count.
  let fileCount: Int
  /// The batches that it counts, one after the other.
  let batches: [Batch]
  /// Which process counted each batch that has committed.
  var counters: [Int32] = []
  /// Where text comes as actions: what the shard will be given, the next one last.
  var assignments: [Assignment] = []
  /// The sum of its reports.
  var report = Report()
  /// The number of its actions that have committed.
  var actionCount = 0
  /// The number of times its worker went away while an effect of it ran there.
  var interruptionCount = 0
  /// The amount of text that has come since then.
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
