extension IdentifiedArray {
  /// Lends an element for changing in place. O(1).
  @inline(__always)
  mutating func withElement<Result>(
    at index: Int, _ body: (inout Element) -> Result
  ) -> Result {
    body(&self[index])
  }
}
