extension IdentifiedArray {
  /// Lends an element for changing in place. O(1).
  @inline(__always)
  mutating func withElement<Result>(
    at index: Int, _ body: (UnsafeMutablePointer<Element>) -> Result
  ) -> Result {
    withUnsafeMutablePointer(to: &self[index]) { body($0) }
  }
}
