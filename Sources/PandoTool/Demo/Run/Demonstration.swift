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
    let hosted = try await HostedRun(
      options: options, output: output, directory: directory, files: files, total: total
    ).run()
    let direct = try await DirectRun(
      options: options, output: output, directory: directory, files: files, total: total
    ).run()
    var report = DemoReport(
      directory, findings, files, options, hosted: hosted, inOneProcess: direct)
    if !report.equal {
      // Two runs can only be compared over files that stay as they are.
      report.differences += discovery.changes(in: files).map {
        "\($0) was changed by another program while the demo ran"
      }
    }
    return report
  }

  private func tell(_ findings: FileDiscovery.Findings, _ files: [SourceFile]) {
    let bytes = files.reduce(0) { $0 + $1.byteCount }
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
    output.event("\(bytes.grouped) bytes in \(plural(options.shardCount, "shard"))")
    for problem in findings.unreadable.prefix(5) { output.event("cannot look at \(problem)") }
  }
}
