/// Finds the files, counts them in workers and in one process, and compares.
struct Demonstration: Sendable {
  /// An absolute path.
  let directory: String
  let workerCount: Int
  let shardCount: Int
  /// True if there is a run in which a worker is killed.
  let kills: Bool
  /// The most files that are counted.
  let fileLimit: Int
  let log: DemoLog

  func run() async throws -> DemoReport {
    let found = try FoundFiles(below: directory, atMost: fileLimit, log)
    guard !found.texts.isEmpty else {
      throw DemoError(description: reason(for: found))
    }
    let batches = found.texts.dealt(among: shardCount).map { $0.batches() }
    func count(in workerCount: Int, kills: Bool = false) async throws -> CountRun.Outcome {
      try await CountRun(batches: batches, workerCount: workerCount, kills: kills, log: log).run()
    }
    // The run that is measured is left alone; the worker that is killed is one of another.
    let hosted = try await count(in: workerCount)
    let killed = kills ? try await count(in: workerCount, kills: true) : nil
    let direct = try await count(in: 0)
    var differences = hosted.differences(from: direct)
    if let killed { differences += killed.differences(from: direct, note: ", a worker killed") }
    let total = hosted.total
    return DemoReport(
      directory: directory, filesFound: found.count, files: total.files, bytes: total.bytes,
      lines: total.lines, words: total.words, binaryFiles: found.binaryCount,
      unreadable: found.unreadable, shards: shardCount, workers: (killed ?? hosted).workers,
      kill: killed?.kill, hosted: hosted.run, hostedAndKilled: killed?.run,
      inOneProcess: direct.run, ratio: direct.run.seconds / hosted.run.seconds,
      equal: differences.isEmpty, differences: differences)
  }

  /// Why there is nothing to count.
  private func reason(for found: FoundFiles) -> String {
    let place =
      found.count > fileLimit
      ? "among the \(plural(fileLimit, "file")) that were looked at (--limit-files)"
      : "below \(directory)"
    let problems = found.unreadable.prefix(3).map { " Could not read \($0)." }.joined()
    return "There are no text files \(place). Name a directory with some.\(problems)"
  }
}
