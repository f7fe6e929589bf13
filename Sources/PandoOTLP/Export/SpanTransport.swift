/// Brings spans to where they are collected.
protocol SpanTransport: Sendable {
  /// Sends a batch and waits for the outcome, no longer than told. Blocks the calling thread.
  func send(_ spans: [SpanRecord], withinMilliseconds: Int) -> ExportOutcome
}
