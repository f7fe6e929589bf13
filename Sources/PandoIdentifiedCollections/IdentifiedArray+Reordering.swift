public import OrderedCollections

// None of these changes the set of ids, so none changes `membership`.

extension IdentifiedArray {
  /// Moves the elements at some positions, in their order, to before the one at another position.
  ///
  /// - Parameters:
  ///   - source: Positions in any order, such as those of an `IndexSet`.
  ///   - destination: A position, or the count, as it is before anything moves.
  /// - Complexity: O(n).
  @inlinable
  public mutating func move(fromOffsets source: some Sequence<Int>, toOffset destination: Int) {
    let moved = Set(source)
    let order =
      (0..<destination).filter { !moved.contains($0) }
      + moved.sorted()
      + (destination..<count).filter { !moved.contains($0) }
    tracking = nil
    let ids = orderedIDs
    orderedIDs = OrderedSet(uncheckedUniqueElements: order.lazy.map { ids[$0] })
    orderedElements = order.map { orderedElements[$0] }
  }

  /// Sorts the elements by a predicate.
  ///
  /// - Complexity: O(n log n).
  @inlinable
  public mutating func sort(
    by areInIncreasingOrder: (Element, Element) throws -> Bool
  ) rethrows {
    try permute { elements in try elements.sort(by: areInIncreasingOrder) }
  }

  /// Shuffles the elements.
  ///
  /// - Complexity: O(n).
  @inlinable
  public mutating func shuffle() {
    permute { elements in elements.shuffle() }
  }

  /// Shuffles the elements with a source of randomness.
  ///
  /// - Complexity: O(n).
  @inlinable
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    permute { elements in elements.shuffle(using: &generator) }
  }

  /// Reverses the elements.
  ///
  /// - Complexity: O(n).
  @inlinable
  public mutating func reverse() {
    permute { elements in elements.reverse() }
  }

  /// Moves the elements that satisfy a predicate behind those that do not, in no particular order.
  ///
  /// - Returns: The position of the first element that satisfies it, or the count.
  /// - Complexity: O(n).
  @inlinable
  public mutating func partition(
    by belongsInSecondPartition: (Element) throws -> Bool
  ) rethrows -> Int {
    try permute { elements in try elements.partition(by: belongsInSecondPartition) }
  }

  /// Exchanges the elements at two positions.
  ///
  /// - Complexity: O(1) expected.
  @inlinable
  public mutating func swapAt(_ first: Int, _ second: Int) {
    tracking = nil
    orderedIDs.swapAt(first, second)
    orderedElements.swapAt(first, second)
  }

  /// Lets a closure change the order of the elements, and nothing else, and follows with the ids.
  @inlinable
  mutating func permute<Result>(
    _ body: (inout [Element]) throws -> Result
  ) rethrows -> Result {
    tracking = nil
    // Also when the closure throws: the elements may have moved already.
    defer { orderedIDs = OrderedSet(uncheckedUniqueElements: orderedElements.lazy.map(identify)) }
    return try body(&orderedElements)
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Sorts the elements.
  ///
  /// - Complexity: O(n log n).
  @inlinable
  public mutating func sort() {
    sort(by: <)
  }
}
