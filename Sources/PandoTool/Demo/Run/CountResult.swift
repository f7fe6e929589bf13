/// What a run over all files counted.
struct CountResult: Equatable, Sendable {
  var total: Report
  var shards: [Report]
  var run: DemoReport.Run

  init(_ state: WordCount.State, seconds: Double) {
    total = state.total
    shards = state.records.map(\.report)
    run = DemoReport.Run(
      seconds: seconds, actions: state.records.reduce(0) { $0 + $1.actionCount })
  }

  /// One line for each count in which the other result differs; in all, and shard by shard.
  func differences(from direct: CountResult) -> [String] {
    var lines = Counts.differences(
      hosted: total.counts, inOneProcess: direct.total.counts, of: "all files")
    for (index, (hosted, direct)) in zip(shards, direct.shards).enumerated() {
      lines += Counts.differences(
        hosted: hosted.counts, inOneProcess: direct.counts, of: "shard \(index + 1)")
    }
    return lines
  }
}
