extension DemoReport {
  /// The facts of all runs.
  init(
    _ directory: DemoDirectory, _ findings: FileDiscovery.Findings, _ files: [SourceFile],
    _ options: DemoOptions, hosted: HostedRun.Outcome, killed: HostedRun.Outcome?,
    inOneProcess direct: CountResult
  ) {
    let counts = hosted.result.total.counts
    var differences = hosted.result.differences(from: direct)
    if let killed {
      differences += killed.result.differences(from: direct, note: ", with a worker killed")
    }
    self.init(
      directory: directory.path, parts: directory.parts.filter { !$0.isEmpty },
      filesFound: findings.files.count, files: counts.files, bytes: counts.bytes,
      lines: counts.lines, words: counts.words, binaryFiles: counts.binaryFiles,
      unreadable: findings.unreadable + hosted.result.total.unreadable.sorted(),
      shards: options.shardCount, workers: (killed ?? hosted).workers,
      kill: killed?.kill, close: (killed ?? hosted).close,
      textAsActions: options.sendsText,
      hosted: hosted.result.run, hostedAndKilled: killed?.result.run, inOneProcess: direct.run,
      ratio: direct.run.seconds / hosted.result.run.seconds,
      equal: differences.isEmpty, differences: differences,
      wordsByInitial: Dictionary(
        uniqueKeysWithValues: zip(Counts.initialNames, counts.wordsByInitial)),
      wordsByLength: Dictionary(
        uniqueKeysWithValues: zip(Counts.lengthNames, counts.wordsByLength)))
  }

  /// True if everything went as promised.
  var isGood: Bool {
    equal && close.map { $0.acknowledged && $0.ticksAfter == 0 } ?? true
  }
}
