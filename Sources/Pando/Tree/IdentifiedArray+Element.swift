extension IdentifiedArray {
  /// Lends an element for changing in place. O(1).
  @inline(__always)
  mutating func withElement<Result>(
    at index: Int, _ body: (UnsafeMutablePointer<Element>) -> Result
  ) -> Result {
    withUnsafeMutablePointer(to: &self[index]) { body($0) }
  }

  /// Lends an element for reading alone, also where somebody else holds the elements too. O(1).
  @inline(__always)
  func readElement<Result>(
    at index: Int, _ body: (UnsafeMutablePointer<Element>) -> Result
  ) -> Result {
    orderedElements.withUnsafeBufferPointer {
      body(UnsafeMutablePointer(mutating: $0.baseAddress! + index))
    }
  }
}
