import Pando

extension WordCount.State {
  /// Every file is counted, or found to be none that can be.
  var isFinished: Bool { records.allSatisfy(\.isFinished) }

  /// The progress of the shards, as of the last commit.
  var progress: CountProgress {
    var progress = CountProgress()
    for record in records {
      var counts = record.report.counts
      if let shard = textShards[id: record.id] { counts.add(shard.report.counts) }
      progress.shards.append(
        ShardProgress(
          id: record.id, fileCount: record.fileCount, settledFiles: counts.settledFiles,
          actionCount: record.actionCount, interruptionCount: record.interruptionCount))
      progress.counts.add(counts)
    }
    return progress
  }

  /// Adds what a shard's last batch came to.
  mutating func take(_ shard: FileCount.State) {
    let index = shard.id - 1
    records[index].actionCount += 1
    records[index].counters.append(shard.processID ?? 0)
    records[index].report.add(shard.report)
    total.add(shard.report)
  }
}
