/// Draws a view as lines of text.
struct ScreenPainter: Sendable {
  /// Characters in a line.
  let width: Int
  /// Lines there are.
  let height: Int

  private static let nameWidth = 11
  /// How many events are always shown, if there are so many.
  private static let eventsAtLeast = 4

  /// Exactly `width` characters in each line, and at most `height` lines.
  func lines(_ view: DemoView, _ events: [DemoEvent]) -> [String] {
    var lines = head(view)
    lines += view.workers.map { line($0, fastest: view.workers.map(\.actionsPerSecond).max() ?? 0) }
    if !view.progress.shards.isEmpty {
      let room = height - lines.count - Self.eventsAtLeast - 4
      lines += shardLines(view.progress.shards, room: max(1, room))
      lines += totals(view)
    }
    let room = height - lines.count - 1
    if room > 0, !events.isEmpty {
      lines.append("")
      lines += events.suffix(room).map(\.line)
    }
    return lines.prefix(height).map { $0.fitted(to: width) }
  }

  private func head(_ view: DemoView) -> [String] {
    let time = view.seconds.formatted(decimals: 1) + " s"
    let title = "pando demo: \(view.title)".cut(to: max(0, width - time.count - 2))
    return [
      title + time.right(in: width - title.count),
      view.directory.printable,
      "",
    ]
  }

  private func line(_ worker: DemoView.Worker, fastest: Double) -> String {
    let process = worker.processID.map { "process \($0)" } ?? "starting"
    let rate = Int(worker.actionsPerSecond.rounded()).grouped
    let text =
      worker.name.fitted(to: Self.nameWidth) + process.fitted(to: 16)
      + plural(worker.childCount, "child", "children").right(in: 11)
      + rate.right(in: 8) + " actions/s "
    let bar = ProgressBar.text(
      fastest > 0 ? worker.actionsPerSecond / fastest : 0, width: width - text.count)
    return text + bar
  }

  private func shardLines(_ shards: [ShardProgress], room: Int) -> [String] {
    let shown = shards.count <= room ? shards[...] : shards.prefix(max(0, room - 1))
    var lines = [""]
    for shard in shown {
      let note = shard.interruptionCount > 0 ? ", re-hosted" : ""
      lines.append(bar("shard \(shard.id)", shard.settledFiles, shard.fileCount, note))
    }
    if shown.count < shards.count {
      lines.append("and \(plural(shards.count - shown.count, "more shard"))")
    }
    return lines
  }

  private func totals(_ view: DemoView) -> [String] {
    let counts = view.progress.counts
    let rate = Int(view.actionsPerSecond.rounded()).grouped
    return [
      bar("all files", counts.settledFiles, view.progress.fileCount, ""),
      "\(plural(counts.words, "word")), \(plural(counts.lines, "line")), "
        + "\(plural(counts.bytes, "byte")), \(plural(view.progress.actionCount, "action")), "
        + "\(rate) actions/s"
        + (view.tickCount > 0 ? ", \(plural(view.tickCount, "tick"))" : ""),
    ]
  }

  private func bar(_ name: String, _ part: Int, _ whole: Int, _ note: String) -> String {
    let start = name.fitted(to: Self.nameWidth)
    let end =
      " " + ProgressBar.percent(part, of: whole) + "  "
      + "\(part.grouped) of \(whole.grouped)\(note)".fitted(to: 28)
    let bar = ProgressBar.text(
      whole == 0 ? 1 : Double(part) / Double(whole), width: width - start.count - end.count)
    return start + bar + end
  }
}
