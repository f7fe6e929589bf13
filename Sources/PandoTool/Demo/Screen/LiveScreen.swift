import Synchronization

/// Draws in a terminal, each time over what it drew before.
final class LiveScreen: DemoOutput {
  private struct State {
    var events: [DemoEvent] = []
    var lineCount = 0
    var view: DemoView?
    var hasEnded = false
  }

  private let state = Mutex(State())
  private let stopwatch = Stopwatch()

  init() {
    // Without a cursor, and without wrapping lines while the window is made narrower.
    Terminal.write("\u{1b}[?25l\u{1b}[?7l")
  }

  func event(_ text: String) {
    state.withLock { state in
      state.events.append(DemoEvent(seconds: stopwatch.seconds, text: text))
      if state.events.count > 100 { state.events.removeFirst() }
    }
  }

  func show(_ view: DemoView) {
    state.withLock { state in
      guard !state.hasEnded else { return }
      state.view = view
      Self.draw(view, &state)
    }
  }

  /// Draws once more, with the last events, and leaves it there.
  func end() {
    state.withLock { state in
      guard !state.hasEnded else { return }
      state.hasEnded = true
      if let view = state.view { Self.draw(view, &state) }
      Terminal.write("\u{1b}[?7h\u{1b}[?25h")
    }
  }

  private static func draw(_ view: DemoView, _ state: inout State) {
    let size = Terminal.size
    // The last line stays free for the cursor.
    let painter = ScreenPainter(width: size.width, height: size.height - 1)
    let lines = painter.lines(view, state.events)
    let up = min(state.lineCount, size.height - 1)
    var text = up > 0 ? "\u{1b}[\(up)A" : ""
    // Each fills its line, so that nothing is left of what stood there.
    for line in lines { text += "\r" + line + "\r\n" }
    Terminal.write(text + "\u{1b}[J")
    state.lineCount = lines.count
  }
}
