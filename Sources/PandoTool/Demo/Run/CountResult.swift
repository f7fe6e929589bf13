/// The counts of a run over all files.
struct CountResult: Equatable, Sendable {
  var total: Report
  var shards: [Report]
  var run: DemoReport.Run

  /// - Parameters:
  ///   - seconds: From the start of the run to the last commit.
  ///   - startSeconds: How many of them went by until there were workers.
  init(_ state: WordCount.State, seconds: Double, startSeconds: Double = 0) {
    total = state.total
    shards = state.records.map(\.report)
    run = DemoReport.Run(
      seconds: seconds, startSeconds: startSeconds,
      actions: state.records.reduce(0) { $0 + $1.actionCount }, bytes: total.counts.bytes)
  }

  /// One line for each count in which the other result differs; in all, and shard by shard.
  func differences(from direct: CountResult, note: String = "") -> [String] {
    var lines = Counts.differences(
      hosted: total.counts, inOneProcess: direct.total.counts, of: "all files" + note)
    for (index, (hosted, direct)) in zip(shards, direct.shards).enumerated() {
      lines += Counts.differences(
        hosted: hosted.counts, inOneProcess: direct.counts, of: "shard \(index + 1)" + note)
    }
    return lines
  }
}
