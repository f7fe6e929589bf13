import Logging
import Synchronization

/// Keeps what is logged, to be looked at.
final class LogRecorder: Sendable {
  private let recorded = Mutex<[(Logger.Level, String)]>([])

  var logger: Logger {
    Logger(label: "pando.test") { [self] _ in Handler(recorder: self) }
  }

  func count(_ level: Logger.Level, _ part: String) -> Int {
    recorded.withLock { $0.count { $0.0 == level && $0.1.contains(part) } }
  }

  private struct Handler: LogHandler {
    let recorder: LogRecorder
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      recorder.recorded.withLock { $0.append((event.level, "\(event.message)")) }
    }
  }
}
