/// Decides which traces are recorded.
struct TraceSampler: Hashable, Sendable {
  /// The part of the traces that is recorded, from 0 to 1.
  var part: Double
  /// True if a trace that began elsewhere is recorded where it is there.
  var followsParent = true

  func isRecorded(_ traceID: TraceID, parent: SpanContext?) -> Bool {
    if followsParent, let parent { return parent.isSampled }
    return includes(traceID)
  }

  /// Returns true for the traces of that part. It goes by the trace's name, so that all who look at it decide alike.
  func includes(_ traceID: TraceID) -> Bool {
    Double(traceID.low >> 11) * 0x1p-53 < part
  }

  /// Returns a random trace of that part; any one where the part is nought.
  func makeTrace(using generator: inout some RandomNumberGenerator) -> TraceID {
    guard part > 0 else { return TraceID(randomBy: &generator) }
    while true {
      let upper = UInt64(Double.random(in: 0..<1, using: &generator) * part * 0x1p53)
      let low = min(upper, 1 << 53 - 1) << 11 | (generator.next() & 0x7FF)
      // Rounding may reach the end of the part.
      if let traceID = TraceID(high: generator.next(), low: low), includes(traceID) {
        return traceID
      }
    }
  }
}
