/// A hash that is the same in every process, on every machine, in every build (FNV-1a, 64 bits).
struct StableHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  private mutating func mix(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }

  mutating func mix(_ number: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      mix(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// The length goes first, so that two texts cannot pass for two others.
  mutating func mix(_ text: String) {
    mix(UInt64(text.utf8.count))
    for byte in text.utf8 { mix(byte) }
  }
}
