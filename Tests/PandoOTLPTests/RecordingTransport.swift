import Synchronization

@testable import PandoOTLP

/// Keeps what is sent, and answers as it is told.
final class RecordingTransport: SpanTransport {
  let batches = Mutex<[[SpanRecord]]>([])
  private let outcomes: Mutex<[ExportOutcome]>
  /// Called before each answer, on the exporter's thread.
  private let onSend: @Sendable (Int) -> Void

  init(_ outcomes: [ExportOutcome] = [], onSend: @escaping @Sendable (Int) -> Void = { _ in }) {
    self.outcomes = Mutex(outcomes)
    self.onSend = onSend
  }

  func send(_ spans: [SpanRecord], withinMilliseconds milliseconds: Int) -> ExportOutcome {
    batches.withLock { $0.append(spans) }
    onSend(milliseconds)
    return outcomes.withLock { $0.isEmpty ? .taken() : $0.removeFirst() }
  }

  /// The number of spans in each batch.
  var counts: [Int] { batches.withLock { $0.map(\.count) } }
}
