import Foundation

/// Random numbers that a seed repeats (splitmix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &self) }
  }

  /// The seed of a run: `PANDO_SEED`, or one of its own. Printed, so that a failure can be
  /// repeated.
  static func seed(_ test: String = #function) -> UInt64 {
    let seed =
      ProcessInfo.processInfo.environment["PANDO_SEED"].flatMap(UInt64.init)
      ?? UInt64.random(in: 0..<1 << 32)
    print("\(test): PANDO_SEED=\(seed)")
    return seed
  }
}
