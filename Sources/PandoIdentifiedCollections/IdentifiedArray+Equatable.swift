extension IdentifiedArray: Equatable where Element: Equatable {
  /// Returns whether two arrays have equal elements in the same order.
  ///
  /// - Complexity: O(n), O(1) when they share a buffer.
  @inlinable
  public static func == (left: Self, right: Self) -> Bool {
    left.orderedElements == right.orderedElements
  }
}
