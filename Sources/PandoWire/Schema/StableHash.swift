/// A hash that is the same in every process, on every machine, in every build (FNV-1a, 64 bits).
package struct StableHash {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  private mutating func mix(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }

  package mutating func mix(_ number: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      mix(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// Adds the bytes alone, without their count.
  package mutating func mix(bytes: some Sequence<UInt8>) {
    for byte in bytes { mix(byte) }
  }

  /// The length goes first, so that two texts cannot pass for two others.
  package mutating func mix(_ text: String) {
    mix(UInt64(text.utf8.count))
    for byte in text.utf8 { mix(byte) }
  }
}
