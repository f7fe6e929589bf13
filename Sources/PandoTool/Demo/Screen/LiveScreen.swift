import Pando
import Synchronization

/// Draws in a terminal, each time over what it drew before, whenever what is shown has changed.
final class LiveScreen: DemoOutput {
  private let store: StoreOf<Screen>
  private let canvas: Canvas
  private let drawing: Task<Void, Never>
  private let stopwatch = Stopwatch()

  init() {
    let store = Store(initialState: Screen.State(size: Self.size)) { Screen() }
    let canvas = Canvas()
    self.store = store
    self.canvas = canvas
    drawing = Task {
      for await frame in ViewRenderer(store, view: ScreenView.init) { canvas.draw(frame) }
    }
  }

  func event(_ text: String) {
    store.send(.happened(DemoEvent(seconds: stopwatch.seconds, text: text)))
  }

  func show(_ view: DemoView) {
    store.send(.resized(Self.size))
    store.send(.changed(view))
  }

  /// Draws once more, with the last events, and leaves it there.
  func end() {
    drawing.cancel()
    canvas.end(with: ScreenView(store: store).body)
  }

  private static var size: ScreenSize {
    let size = Terminal.size
    // The last line stays free for the cursor.
    return ScreenSize(width: size.width, height: size.height - 1)
  }
}

/// Where the last frame stands in the terminal.
private final class Canvas: Sendable {
  private struct State {
    var lineCount = 0
    var hasEnded = false
  }

  private let state = Mutex(State())

  init() {
    // Without a cursor, and without wrapping lines while the window is made narrower.
    Terminal.write("\u{1b}[?25l\u{1b}[?7l")
  }

  func draw(_ frame: ScreenLines) {
    state.withLock { Self.draw(frame, &$0) }
  }

  func end(with frame: ScreenLines) {
    state.withLock { state in
      guard !state.hasEnded else { return }
      Self.draw(frame, &state)
      state.hasEnded = true
      Terminal.write("\u{1b}[?7h\u{1b}[?25h")
    }
  }

  private static func draw(_ frame: ScreenLines, _ state: inout State) {
    guard !state.hasEnded else { return }
    let up = min(state.lineCount, Terminal.size.height - 1)
    var text = up > 0 ? "\u{1b}[\(up)A" : ""
    // Each fills its line, so that nothing is left of what stood there.
    for line in frame.lines { text += "\r" + line + "\r\n" }
    Terminal.write(text + "\u{1b}[J")
    state.lineCount = frame.lines.count
  }
}
