/// The bytes that libFuzzer chose, read as decisions.
struct Input {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  mutating func next() -> UInt8? {
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  /// A number below a bound; 0 when nothing is left.
  mutating func number(below bound: Int) -> Int { Int(next() ?? 0) % bound }

  /// A number that is small, or one of the largest that a decoder lets through.
  mutating func wild() -> UInt64 {
    let byte = next() ?? 0
    switch byte {
    case 255: return (1 << 62) - 1
    case 254: return 1 << 61
    case 253: return 1 << 31
    default: return UInt64(byte % 12) + 1
    }
  }

  mutating func take(_ count: Int) -> [UInt8] { (0..<count).compactMap { _ in next() } }
}
