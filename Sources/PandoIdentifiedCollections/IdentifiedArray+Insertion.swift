public import OrderedCollections

extension IdentifiedArray {
  /// Adds an element at the end, unless there is one with its id.
  ///
  /// - Returns: Whether it was added, and the position of the element that now has the id.
  /// - Complexity: O(1) expected, amortized.
  @inlinable
  @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    let (inserted, position) = orderedIDs.append(identify(element))
    if inserted {
      noteInsertion(at: position)
      orderedElements.append(element)
      membershipDidGrow()
    }
    return (inserted, position)
  }

  /// Adds elements at the end, in their order, but for those whose id is there already.
  ///
  /// - Complexity: O(m) expected, amortized, for m elements.
  @inlinable
  public mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// Adds an element before the one at a position, unless there is one with its id.
  ///
  /// - Returns: Whether it was added, and the position of the element that now has the id.
  /// - Complexity: O(n).
  @inlinable
  @discardableResult
  public mutating func insert(
    _ element: Element, at position: Int
  ) -> (inserted: Bool, index: Int) {
    let (inserted, found) = orderedIDs.insert(identify(element), at: position)
    if inserted {
      noteInsertion(at: position)
      orderedElements.insert(element, at: position)
      membershipDidGrow()
    }
    return (inserted, found)
  }

  /// Replaces the element at a position by another with the same id.
  ///
  /// - Returns: The element that was replaced.
  /// - Precondition: The ids are equal.
  /// - Complexity: O(1).
  @inlinable
  @discardableResult
  public mutating func update(_ element: Element, at position: Int) -> Element {
    let former = orderedElements[position]
    self[position] = element
    return former
  }

  /// Replaces the element that has the id of another by that, or adds it at the end.
  ///
  /// - Returns: The element that was replaced, `nil` when it was added.
  /// - Complexity: O(1) expected, amortized.
  @inlinable
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    updateOrInsert(element, at: count).originalMember
  }

  /// Replaces the element that has the id of another by that, or adds it before the one at a
  /// position.
  ///
  /// - Returns: The element that was replaced, `nil` when it was added, and the position of the new
  ///   one.
  /// - Complexity: O(1) expected to replace, O(n) to insert.
  @inlinable
  @discardableResult
  public mutating func updateOrInsert(
    _ element: Element, at position: Int
  ) -> (originalMember: Element?, index: Int) {
    let (inserted, found) = insert(element, at: position)
    return inserted ? (nil, found) : (update(element, at: found), found)
  }

  /// Makes room for a number of elements in all.
  ///
  /// - Complexity: O(n).
  @inlinable
  public mutating func reserveCapacity(_ minimumCapacity: Int) {
    orderedIDs.reserveCapacity(minimumCapacity)
    orderedElements.reserveCapacity(minimumCapacity)
  }
}
