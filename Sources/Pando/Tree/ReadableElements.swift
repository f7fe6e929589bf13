/// A collection whose elements nodes read where they lie.
protocol ReadableElements<Element>: RandomAccessCollection where Index == Int {
  /// Lends an element for reading alone. O(1).
  mutating func readElement<Result>(
    at position: Int, _ body: (UnsafeMutablePointer<Element>) -> Result
  ) -> Result
}

extension IdentifiedArray: ReadableElements {}
extension StackState: ReadableElements {}
