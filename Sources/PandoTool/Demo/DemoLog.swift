import Logging
import PandoCluster
import PandoHosting
import Synchronization

/// Says what the demo does: a line for each event, and how far it is.
///
/// In a terminal, progress is one line that is rewritten ten times a second; elsewhere it is a new line each second.
final class DemoLog: Sendable {
  enum Style {
    case silent, plain, terminal
  }

  private let style: Style
  private let write: @Sendable (String) -> Void
  private let stopwatch = Stopwatch()
  /// When progress is next written, in seconds.
  private let nextProgress = Mutex(0.0)

  /// Hands each line to `write`.
  init(_ style: Style, write: @escaping @Sendable (String) -> Void = { Terminal.write($0) }) {
    self.style = style
    self.write = write
  }

  /// Something happened.
  func event(_ text: String) {
    if style != .silent { write(clearing + line(text) + "\n") }
  }

  /// Writes how far all is, if that is due.
  func progress(_ text: () -> String) {
    guard style != .silent else { return }
    let seconds = stopwatch.seconds
    let isDue = nextProgress.withLock { next in
      guard seconds >= next else { return false }
      next = seconds + (style == .terminal ? 0.1 : 1)
      return true
    }
    guard isDue else { return }
    if style == .terminal {
      write(clearing + line(text()).prefix(Terminal.size.width - 1))
    } else {
      write(line(text()) + "\n")
    }
  }

  /// Leaves the terminal to others.
  func end() {
    if style == .terminal { write(clearing) }
  }

  /// Removes the line that says how far all is.
  private var clearing: String { style == .terminal ? "\r\u{1b}[K" : "" }

  private func line(_ text: String) -> String {
    stopwatch.seconds.formatted(decimals: 2).right(in: 7) + " s  " + text.printable
  }
}

/// Turns what the library logs into events of the demo; errors go to standard error.
struct DemoLogHandler: LogHandler {
  let label: String
  let log: DemoLog
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.notice

  init(label: String, log: DemoLog) {
    self.label = label
    self.log = log
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    if event.level >= .error {
      log.end()
      printError("error: \(label): \(event.message)")
    } else {
      log.event("\(event.message)")
    }
  }
}
