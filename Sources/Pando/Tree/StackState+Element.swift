extension StackState {
  /// Lends an element for changing in place. O(1).
  @inline(__always)
  mutating func withElement<Result>(
    at position: Int, _ body: (UnsafeMutablePointer<Element>) -> Result
  ) -> Result {
    withUnsafeMutablePointer(to: &elements[position]) { body($0) }
  }
}
