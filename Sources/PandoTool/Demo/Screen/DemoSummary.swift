import PandoHosting

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
    lines += table
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

  private var table: [String] {
    let head = ["seconds", "of start", "MB/s", "actions", "ratio"]
    var lines = [
      "",
      head.reduce("".fitted(to: 16)) { $0 + $1.right(in: 10) },
      row("in one process", report.inOneProcess),
      row("in \(plural(report.workers.count, "worker"))", report.hosted),
    ]
    if let killed = report.hostedAndKilled { lines.append(row("and one killed", killed)) }
    return lines + [
      "ratio: how many times as long one process took; the start of the workers is in their seconds",
      report.textAsActions
        ? "the text was sent as actions, from the workers and back to them"
        : "the workers read and counted; the names of files and the counts were sent",
      "",
    ]
  }

  private func row(_ place: String, _ run: DemoReport.Run) -> String {
    let ratio = run.seconds > 0 ? report.inOneProcess.seconds / run.seconds : 0
    return place.fitted(to: 16) + run.seconds.formatted(decimals: 2).right(in: 10)
      + (run.startSeconds > 0 ? run.startSeconds.formatted(decimals: 2) : "").right(in: 10)
      + (run.bytesPerSecond / 1e6).formatted(decimals: 1).right(in: 10)
      + run.actions.grouped.right(in: 10) + ratio.formatted(decimals: 2).right(in: 10)
  }

  private var kill: [String] {
    guard let kill = report.kill else { return ["no worker was killed"] }
    return [
      "killed \(kill.worker) (process \(kill.processID)) after \(plural(kill.afterFiles, "file")):",
      "  \(plural(kill.rehostedChildren, "child", "children")) given to another worker, "
        + "first action committed after \(kill.milliseconds.formatted(decimals: 1)) ms",
    ] + again(kill)
  }

  private func again(_ kill: DemoReport.Kill) -> [String] {
    if kill.batchesAgain > 0 {
      let verb = kill.batchesAgain == 1 ? "was" : "were"
      return [
        "  \(plural(kill.batchesAgain, "batch", "batches")) in flight there, "
          + "\(plural(kill.bytesAgain, "byte")), \(verb) counted again by another"
      ]
    }
    guard kill.interruptedChildren > 0 else { return ["  nothing had to be done again"] }
    return [
      "  \(plural(kill.interruptedChildren, "child", "children")) read on from what had committed"
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
