// Both that read are mutating too, so that an array is asked where it lies: code that does not know its
// type copies an array to call anything else on what a pointer leads to.
extension IdentifiedArray {
  /// Returns where an element is; negative when it is not there. An optional would cost the runtime's look
  /// at its layout. O(1).
  @inlinable @inline(__always)
  package mutating func position(of id: ID) -> Int { index(id: id) ?? -1 }

  /// Lends an element for changing in place. O(1).
  @inlinable @inline(__always)
  package mutating func withElement<Result>(
    at index: Int, _ body: (UnsafeMutablePointer<Element>) -> Result
  ) -> Result {
    unsafe withUnsafeMutablePointer(to: &self[index]) { unsafe body($0) }
  }

  /// Lends an element for reading alone, also where somebody else holds the elements too. O(1).
  @inlinable @inline(__always)
  package mutating func readElement<Result>(
    at index: Int, _ body: (UnsafeMutablePointer<Element>) -> Result
  ) -> Result {
    unsafe orderedElements.withUnsafeBufferPointer {
      unsafe body(UnsafeMutablePointer(mutating: $0.baseAddress! + index))
    }
  }
}
