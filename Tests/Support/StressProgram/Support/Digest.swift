/// A number for a value, so that states can be compared without being kept.
struct Digest {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ number: UInt64) {
    var bits = value ^ number
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    value = bits ^ (bits >> 31)
  }

  mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }

  mutating func add(_ words: [UInt64]) {
    add(words.count)
    // Large arrays are looked at for every action; the loop is all that it costs.
    words.withUnsafeBufferPointer { words in
      var sum: UInt64 = 1
      for word in words { sum = (sum &* 0x0000_0100_0000_01B3) ^ word }
      add(sum)
    }
  }

  /// A number mixed into another.
  static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
    var digest = Digest()
    digest.add(left)
    digest.add(right)
    return digest.value
  }
}
