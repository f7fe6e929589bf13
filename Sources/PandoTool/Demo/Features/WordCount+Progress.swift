extension WordCount.State {
  /// Whether every file is counted, or found to be none that can be.
  var isFinished: Bool { records.allSatisfy(\.isFinished) }

  /// How far the shards are, as of the last commit.
  var progress: CountProgress {
    var progress = CountProgress()
    for (record, shard) in zip(records, shards) {
      var counts = record.report.counts
      counts.add(shard.report.counts)
      progress.shards.append(
        ShardProgress(
          id: record.id, fileCount: record.fileCount, settledFiles: counts.settledFiles,
          actionCount: record.actionCount, interruptionCount: record.interruptionCount))
      progress.counts.add(counts)
    }
    return progress
  }
}
