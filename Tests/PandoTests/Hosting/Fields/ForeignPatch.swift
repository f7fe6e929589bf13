import PandoWire
import Testing

/// A state after a patch of bytes that no worker sent.
struct ForeignPatch<State: Codable> {
  /// The state, changed field by field.
  var state: State
  /// Its encoding, changed as bytes.
  var bytes: [UInt8]

  /// Changes a few bytes at random. Nil where that is refused, or has to be decoded as a whole.
  init?(
    of state: State, _ encoding: [UInt8], _ table: FieldTable, bytesAtMost most: Int,
    using random: inout SplitMix
  ) throws {
    let offset = Int.random(in: 0...encoding.count, using: &random)
    let removed = Int.random(in: 0...min(most, encoding.count - offset), using: &random)
    let new = (0..<Int.random(in: 0...most, using: &random)).map { _ in
      encoding.randomElement(using: &random) ?? 0
    }
    let splice = Splice(offset: offset, removedCount: removed, bytes: ByteString(new))
    let patched = try Patch.splice(splice).applied(to: encoding)
    let decoding = try #require(FieldwiseDecoding(table, encoding))
    var copy = state
    let change = try? withUnsafeMutablePointer(to: &copy) { copy in
      try patched.withUnsafeBytes {
        try decoding.change(by: .splice(splice), to: $0, of: copy)
      }
    }
    guard let change else { return nil }
    withUnsafeMutablePointer(to: &copy) { change.apply(to: $0) }
    (self.state, bytes) = (copy, patched)
  }
}
