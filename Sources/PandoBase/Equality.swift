/// Returns whether two values are known to be equal.
package func isEqual<Value>(_ left: Value, _ right: Value) -> Bool {
  func open<Concrete: Equatable>(_ left: Concrete) -> Bool { left == (right as? Concrete) }
  guard let left = left as? any Equatable else { return false }
  return open(left)
}
