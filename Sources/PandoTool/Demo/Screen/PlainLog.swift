import Synchronization

/// Writes a line for each event, and one each second for how things stand; for files and pipes.
final class PlainLog: DemoOutput {
  private struct State {
    var nextProgress = 1.0
  }

  private let state = Mutex(State())
  private let stopwatch = Stopwatch()
  private let write: @Sendable (String) -> Void

  /// Hands each line, with its end, to `write`.
  init(write: @escaping @Sendable (String) -> Void = { Terminal.write($0) }) {
    self.write = write
  }

  func event(_ text: String) {
    line(text)
  }

  func show(_ view: DemoView) {
    let seconds = stopwatch.seconds
    let isDue = state.withLock { state in
      guard seconds >= state.nextProgress else { return false }
      state.nextProgress = seconds + 1
      return true
    }
    if isDue { line(Self.summary(view)) }
  }

  func end() {}

  private func line(_ text: String) {
    write(DemoEvent(seconds: stopwatch.seconds, text: text).line + "\n")
  }

  static func summary(_ view: DemoView) -> String {
    guard view.progress.fileCount > 0 else { return view.title }
    let settled = view.progress.counts.settledFiles
    var parts = [
      "\(settled.grouped) of \(plural(view.progress.fileCount, "file")), "
        + "\(plural(view.progress.counts.words, "word")), "
        + "\(Int(view.actionsPerSecond.rounded()).grouped) actions/s"
    ]
    for worker in view.workers {
      let process = worker.processID.map { "process \($0)" } ?? "starting"
      parts.append(
        "\(worker.name) (\(process)): \(plural(worker.childCount, "child", "children")), "
          + "\(Int(worker.actionsPerSecond.rounded()).grouped) actions/s")
    }
    return parts.joined(separator: "; ")
  }
}
