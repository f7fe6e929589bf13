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

  /// The most significant first.
  var bytes: [UInt8] {
    withUnsafeBytes(of: high.bigEndian, Array.init) + withUnsafeBytes(of: low.bigEndian, Array.init)
  }
}
