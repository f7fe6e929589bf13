/// What the parent knows of one shard.
struct ShardRecord: Equatable, Sendable {
  let id: Int
  /// What it will be given, the next one last.
  var assignments: [Assignment]
  /// Everything that it will ever be given.
  let fileCount: Int
  /// What it has reported.
  var report = Report()
  /// How many of its actions have committed.
  var actionCount = 0
  /// How often its worker went away while it worked.
  var interruptionCount = 0
  /// How much text has come since then.
  var readsSinceInterruption = 0

  init(id: Int, paths: [String], directory: String) {
    self.id = id
    assignments = Assignment.cut(paths, directory: directory).reversed()
    fileCount = paths.count
  }

  var isFinished: Bool { report.counts.settledFiles == fileCount }
}
