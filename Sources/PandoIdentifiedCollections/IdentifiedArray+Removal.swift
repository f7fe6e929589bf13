public import OrderedCollections

extension IdentifiedArray {
  /// Removes the element with an id.
  ///
  /// - Returns: The element, `nil` when there was none.
  /// - Complexity: O(n).
  @inlinable
  @discardableResult
  public mutating func remove(id: ID) -> Element? {
    guard let position = orderedIDs.firstIndex(of: id) else { return nil }
    return remove(at: position)
  }

  /// Removes the element that has the id of another.
  ///
  /// - Returns: The element that was removed, `nil` when there was none.
  /// - Complexity: O(n).
  @inlinable
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    remove(id: identify(element))
  }

  /// Removes and returns the element at a position.
  ///
  /// - Complexity: O(n).
  @inlinable
  @discardableResult
  public mutating func remove(at position: Int) -> Element {
    noteRemoval(at: position)
    membershipDidLose(orderedIDs.remove(at: position))
    return orderedElements.remove(at: position)
  }

  /// Removes and returns the first element of an array that is not empty.
  ///
  /// - Complexity: O(n).
  @inlinable
  @discardableResult
  public mutating func removeFirst() -> Element {
    remove(at: 0)
  }

  /// Removes and returns the last element of an array that is not empty.
  ///
  /// - Complexity: O(1) expected.
  @inlinable
  @discardableResult
  public mutating func removeLast() -> Element {
    remove(at: count - 1)
  }

  /// Removes the elements at positions of a range.
  ///
  /// - Complexity: O(n).
  @inlinable
  public mutating func removeSubrange(_ positions: some RangeExpression<Int>) {
    removeSubrange(positions.relative(to: orderedElements))
  }

  /// Removes the elements at positions of a range.
  ///
  /// - Complexity: O(n).
  @inlinable
  public mutating func removeSubrange(_ positions: Range<Int>) {
    guard !positions.isEmpty else { return }
    noteReplacement(of: positions)
    orderedIDs.removeSubrange(positions)
    orderedElements.removeSubrange(positions)
    membershipDidChangeWhereNoted()
  }

  /// Removes the elements at positions in any order, such as those of an `IndexSet`.
  ///
  /// - Complexity: O(n).
  @inlinable
  public mutating func remove(atOffsets offsets: some Sequence<Int>) {
    let offsets = Set(offsets)
    keep(indices.filter { !offsets.contains($0) })
  }

  /// Removes the elements that satisfy a predicate.
  ///
  /// When the predicate throws, nothing is removed.
  ///
  /// - Complexity: O(n).
  @inlinable
  public mutating func removeAll(
    where shouldBeRemoved: (Element) throws -> Bool
  ) rethrows {
    keep(try indices.filter { try !shouldBeRemoved(orderedElements[$0]) })
  }

  /// Removes all elements.
  ///
  /// - Complexity: O(n).
  @inlinable
  public mutating func removeAll(keepingCapacity keepCapacity: Bool = false) {
    guard !isEmpty else { return }
    orderedIDs.removeAll(keepingCapacity: keepCapacity)
    orderedElements.removeAll(keepingCapacity: keepCapacity)
    membershipDidChange()
  }

  /// An array of the elements that satisfy a predicate, in their order.
  ///
  /// - Complexity: O(n).
  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var kept = self
    try kept.removeAll { try !isIncluded($0) }
    return kept
  }

  /// Removes the elements but for those at some positions, which ascend.
  @inlinable
  mutating func keep(_ positions: [Int]) {
    guard positions.count < count else { return }
    noteRemoval(exceptAt: positions)
    let ids = orderedIDs
    orderedIDs = OrderedSet(uncheckedUniqueElements: positions.lazy.map { ids[$0] })
    orderedElements = positions.map { orderedElements[$0] }
    membershipDidChangeWhereNoted()
  }
}
