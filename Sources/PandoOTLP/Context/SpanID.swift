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

  /// The most significant first.
  var bytes: [UInt8] { withUnsafeBytes(of: rawValue.bigEndian, Array.init) }
}
