/// Returns whether two values are the same bit by bit, whatever `==` says. Values that hold something hold the same
/// then.
@usableFromInline
func haveSameBits<Value>(_ left: Value, _ right: Value) -> Bool {
  withUnsafeBytes(of: left) { left in
    withUnsafeBytes(of: right) { left.elementsEqual($0) }
  }
}
