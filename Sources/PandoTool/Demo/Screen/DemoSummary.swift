/// The report as people read it.
struct DemoSummary: Sendable {
  let report: DemoReport

  var text: String { lines.map(\.printable).joined(separator: "\n") + "\n" }

  var lines: [String] {
    var lines = [
      "",
      "\(plural(report.files, "file")), \(plural(report.words, "word")), "
        + "\(plural(report.lines, "line")), \(plural(report.bytes, "byte"))",
      "below " + report.directory
        + (report.parts.isEmpty ? "" : " (" + report.parts.joined(separator: ", ") + ")"),
    ]
    lines += skipped
    lines += [
      run("in \(plural(report.workers.count, "worker"))", report.hosted),
      run("in one process", report.inOneProcess),
      "",
    ]
    lines += kill + close + verdict
    return lines
  }

  private var skipped: [String] {
    let start = "left out: \(plural(report.binaryFiles, "file")) without text"
    if report.unreadable.isEmpty { return [start + ", none unreadable"] }
    let shown = report.unreadable.prefix(10).map { "  " + $0 }
    let more = report.unreadable.count - shown.count
    return [start + "; \(plural(report.unreadable.count, "path")) could not be read:"] + shown
      + (more > 0 ? ["  and \(more.grouped) more"] : [])
  }

  private func run(_ place: String, _ run: DemoReport.Run) -> String {
    place.fitted(to: 16) + run.seconds.formatted(decimals: 2).right(in: 8) + " s"
      + run.actions.grouped.right(in: 10) + " actions"
      + Int(run.actionsPerSecond.rounded()).grouped.right(in: 10) + " actions/s"
  }

  private var kill: [String] {
    guard let kill = report.kill else { return ["no worker was killed"] }
    return [
      "killed \(kill.worker) (process \(kill.processID)) after \(plural(kill.afterFiles, "file")):",
      "  \(plural(kill.rehostedChildren, "child", "children")) given to another worker, "
        + "first action committed after \(kill.milliseconds.formatted(decimals: 1)) ms",
    ]
  }

  private var close: [String] {
    guard let close = report.close else { return [] }
    let acknowledged = close.acknowledged ? "acknowledged" : "NOT acknowledged"
    return [
      "closed a child with an endless effect after \(plural(close.ticks, "tick")):",
      "  \(acknowledged) after \(close.milliseconds.formatted(decimals: 1)) ms, "
        + "\(plural(close.ticksAfter, "tick")) after that",
    ]
  }

  private var verdict: [String] {
    if report.equal {
      let tables = Counts.initialNames.count + Counts.lengthNames.count
      return [
        "every count is the same in both:",
        "  files, bytes, lines, words, and words by \(tables) initials and lengths;",
        "  in all, and in each of \(plural(report.shards, "shard"))",
      ]
    }
    let shown = report.differences.prefix(12).map { "  " + $0 }
    let more = report.differences.count - shown.count
    return ["THE COUNTS DIFFER:"] + shown + (more > 0 ? ["  and \(more.grouped) more"] : [])
  }
}
