/// Brings the body of an export to where spans are collected.
protocol SpanTransport: Sendable {
  /// Posts a body and waits for the outcome, on a thread that may be blocked.
  func post(_ body: [UInt8], withinMilliseconds: Int) -> RetryMachine.Outcome
}
