/// Finds the files, counts them in workers and in one process, and compares.
struct Demonstration: Sendable {
  let options: DemoOptions
  let output: any DemoOutput
  let directory: DemoDirectory

  func run() async throws -> DemoReport {
    let total = Stopwatch()
    output.event("looking for files in \(directory.description)")
    let discovery = FileDiscovery(directory: directory.path, parts: directory.parts)
    let findings = try discovery.run { count in
      output.show(
        DemoView(
          title: "looking for files: \(count.grouped) so far", directory: directory.description,
          seconds: total.seconds))
    }
    let files = FileSample.take(options.fileLimit, of: findings.files)
    guard !files.isEmpty else {
      throw DemoError.nothingToCount(
        "There are no files below \(directory.description). Name a directory with text files.")
    }
    tell(findings, files)
    let needed = try warm(files)
    // The run that is measured is left alone; what is done to workers is done to those of another.
    let hosted = try await hostedRun(needed, total, isMeasured: true).run()
    let killed =
      options.kills ? try await hostedRun(needed, total, isMeasured: false).run() : nil
    let direct = try await DirectRun(
      options: options, output: output, directory: directory, files: needed, total: total
    ).run()
    var report = DemoReport(
      directory, findings, files, options, hosted: hosted, killed: killed,
      inOneProcess: direct)
    if !report.equal {
      // Two runs can only be compared over files that stay as they are.
      report.differences += discovery.changes(in: files).map {
        "\($0) was changed by another program while the demo ran"
      }
    }
    return report
  }

  private func hostedRun(
    _ files: [SourceFile], _ total: Stopwatch, isMeasured: Bool
  ) -> HostedRun {
    HostedRun(
      options: options, output: output, directory: directory, files: files, total: total,
      isMeasured: isMeasured)
  }

  /// Reads all once, so that the first run waits for the disk no more than the others.
  private func warm(_ files: [SourceFile]) throws -> [SourceFile] {
    let stopwatch = Stopwatch()
    let needed = try PageCache(directory: directory.path).fill(files)
    let bytes = needed.reduce(0) { $0 + $1.byteCount }
    output.event(
      """
      read \(plural(bytes, "byte")) once in \(stopwatch.seconds.formatted(decimals: 2)) s: every run \
      finds them in the page cache
      """)
    return needed
  }

  private func tell(_ findings: FileDiscovery.Findings, _ files: [SourceFile]) {
    output.event(
      "found \(plural(findings.files.count, "file"))"
        + (findings.linkCount > 0
          ? "; \(plural(findings.linkCount, "symbolic link")) not followed" : ""))
    if files.count < findings.files.count {
      output.event(
        """
        counting \(files.count.grouped) of them, spread evenly over the list in the order of \
        their paths (--limit-files)
        """)
    }
    for problem in findings.unreadable.prefix(5) { output.event("cannot look at \(problem)") }
  }
}
