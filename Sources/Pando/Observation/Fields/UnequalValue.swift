import PandoWire

/// Returns whether a value that is not equal to itself, as a NaN and what holds one are not, is the same as another
/// nevertheless: bit by bit, or once both are encoded, where what they hold lies elsewhere.
///
/// An array, a set or a dictionary is equal to itself whatever it holds, as its `==` compares buffers first: one that has
/// a NaN in it is told as changed where it was decoded anew.
///
/// Complexity: That of `==` for a value that is equal to itself.
@usableFromInline
func isSameThoughUnequal<Value: Equatable>(_ value: Value, _ other: Value) -> Bool {
  if value == value { return false }
  if haveSameBits(value, other) { return true }
  guard let value = value as? any Encodable, let other = other as? any Encodable,
    let bytes = try? WireEncoder.encode(value)
  else { return false }
  return bytes == (try? WireEncoder.encode(other))
}

private func haveSameBits<Value>(_ left: Value, _ right: Value) -> Bool {
  withUnsafeBytes(of: left) { left in
    withUnsafeBytes(of: right) { left.elementsEqual($0) }
  }
}
