extension StackState {
  /// Lends an element for changing in place. O(1).
  @inline(__always)
  mutating func withElement<Result>(
    at position: Int, _ body: (UnsafeMutablePointer<Element>) -> Result
  ) -> Result {
    withUnsafeMutablePointer(to: &elements[position]) { body($0) }
  }

  /// Lends an element for reading alone, also where somebody else holds the elements too. O(1).
  @inline(__always)
  func readElement<Result>(
    at position: Int, _ body: (UnsafeMutablePointer<Element>) -> Result
  ) -> Result {
    elements.withUnsafeBufferPointer {
      body(UnsafeMutablePointer(mutating: $0.baseAddress! + position))
    }
  }
}
