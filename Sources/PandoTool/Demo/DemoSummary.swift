import PandoHosting

/// The report as people read it.
struct DemoSummary: Sendable {
  let report: DemoReport

  var text: String { lines.map(\.printable).joined(separator: "\n") + "\n" }

  var lines: [String] {
    let totals = [
      "",
      "\(plural(report.files, "file")), \(plural(report.words, "word")), "
        + "\(plural(report.lines, "line")), \(plural(report.bytes, "byte"))",
      "below " + report.directory,
    ]
    return totals + skipped + table + kill + verdict
  }

  private var skipped: [String] {
    let start = "left out: \(plural(report.binaryFiles, "file")) without text"
    if report.unreadable.isEmpty { return [start + ", none unreadable"] }
    return ["\(start); \(plural(report.unreadable.count, "path")) could not be read:"]
      + Self.first(10, of: report.unreadable)
  }

  private var table: [String] {
    let head = ["seconds", "of start", "MB/s", "actions", "ratio"]
    var lines = [
      "",
      head.reduce("".fitted(to: 16)) { $0 + $1.right(in: 10) },
      row("in one process", report.inOneProcess),
      row("in \(plural(report.workers.count, "worker"))", report.hosted),
    ]
    if let killed = report.hostedAndKilled {
      lines.append(row("and one killed", killed))
    }
    return lines + [
      "ratio: how many times as long one process took; the start of the workers is in their seconds",
      "the workers read and counted; the names of files and the counts were sent",
      "",
    ]
  }

  private func row(_ place: String, _ run: DemoReport.Run) -> String {
    let rate = Double(report.bytes) / run.seconds / 1e6
    let ratio = report.inOneProcess.seconds / run.seconds
    return place.fitted(to: 16) + run.seconds.formatted(decimals: 2).right(in: 10)
      + (run.startSeconds > 0 ? run.startSeconds.formatted(decimals: 2) : "").right(in: 10)
      + rate.formatted(decimals: 1).right(in: 10) + run.actions.grouped.right(in: 10)
      + ratio.formatted(decimals: 2).right(in: 10)
  }

  private var kill: [String] {
    guard let kill = report.kill else { return ["no worker was killed"] }
    // Where nothing was in flight, no action tells when another worker has gone on.
    let delay =
      kill.batchesAgain == 0
      ? ""
      : ", first action committed after \(kill.milliseconds.formatted(decimals: 1)) ms"
    let again =
      kill.batchesAgain == 0
      ? "nothing had to be done again"
      : "\(plural(kill.batchesAgain, "batch", "batches")) in flight there, "
        + "\(plural(kill.bytesAgain, "byte")), \(kill.batchesAgain == 1 ? "was" : "were") "
        + "counted again by another"
    return [
      "killed \(kill.worker) (process \(kill.processID)) after \(plural(kill.afterFiles, "file")):",
      "  \(plural(kill.rehostedChildren, "child", "children")) given to another worker" + delay,
      "  " + again,
    ]
  }

  private var verdict: [String] {
    if report.equal {
      return [
        "every count is the same in both:",
        "  files, bytes, lines and words, in all and in each of \(plural(report.shards, "shard"))",
      ]
    }
    return ["THE COUNTS DIFFER:"] + Self.first(12, of: report.differences)
      + ["They also differ if another program changes files while the demo runs."]
  }

  private static func first(_ count: Int, of lines: [String]) -> [String] {
    let more = lines.count - count
    return lines.prefix(count).map { "  " + $0 } + (more > 0 ? ["  and \(more.grouped) more"] : [])
  }
}
