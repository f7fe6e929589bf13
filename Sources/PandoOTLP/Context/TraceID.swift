/// Names a trace: 16 random bytes, not all of them nought.
struct TraceID: Hashable, Sendable {
  let high: UInt64
  let low: UInt64

  /// Returns nil where all is nought, which names nothing.
  init?(high: UInt64, low: UInt64) {
    if high == 0, low == 0 { return nil }
    self.high = high
    self.low = low
  }

  init(randomBy generator: inout some RandomNumberGenerator) {
    high = generator.next()
    low = max(1, generator.next())
  }

  var bytes: [UInt8] { bigEndianBytes(of: high) + bigEndianBytes(of: low) }
}

/// Names a span in its trace: 8 random bytes, not all of them nought.
struct SpanID: Hashable, Sendable {
  let rawValue: UInt64

  /// Returns nil where all is nought, which names nothing.
  init?(rawValue: UInt64) {
    if rawValue == 0 { return nil }
    self.rawValue = rawValue
  }

  init(randomBy generator: inout some RandomNumberGenerator) {
    rawValue = max(1, generator.next())
  }

  var bytes: [UInt8] { bigEndianBytes(of: rawValue) }
}

private func bigEndianBytes(of number: UInt64) -> [UInt8] {
  withUnsafeBytes(of: number.bigEndian) { Array($0) }
}
