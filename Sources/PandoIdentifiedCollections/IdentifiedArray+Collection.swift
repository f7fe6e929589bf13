public import OrderedCollections

extension IdentifiedArray: RandomAccessCollection, MutableCollection {
  /// The position of the first element, 0.
  ///
  /// - Complexity: O(1).
  @inlinable
  public var startIndex: Int { 0 }

  /// The position behind the last element, the count.
  ///
  /// - Complexity: O(1).
  @inlinable
  public var endIndex: Int { orderedElements.count }

  /// The element at a position, mutated in place.
  ///
  /// A new value may have another id than the former, which then makes place for it.
  ///
  /// - Precondition: No other element has the id of a new value.
  /// - Complexity: O(1); O(n) for a value with another id.
  @inlinable
  public subscript(position: Int) -> Element {
    get { orderedElements[position] }
    _modify {
      noteUpdate(at: position)
      defer { followIdentity(at: position) }
      yield &orderedElements[position]
    }
  }

  /// The elements at some positions, which may be changed and reordered: `rows[2...].sort()`.
  ///
  /// What is made of them takes their place all at once.
  ///
  /// - Precondition: No two elements of the array have the same id then.
  /// - Complexity: O(1) to read; O(n) to change.
  @inlinable
  public subscript(bounds: Range<Int>) -> ArraySlice<Element> {
    get { orderedElements[bounds] }
    _modify {
      tracking = nil
      defer { followSlice() }
      yield &orderedElements[bounds]
    }
  }

  /// Calls a closure with the buffer of the elements.
  ///
  /// - Complexity: O(1), without the closure.
  @inlinable
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    try unsafe orderedElements.withContiguousStorageIfAvailable(body)
  }

  /// Calls a closure with the buffer of the elements, which it may mutate and reorder.
  ///
  /// Generic algorithms of the standard library, such as sorting, come through here.
  ///
  /// - Precondition: The ids stay the same, in any order.
  /// - Complexity: O(n), without the closure.
  @inlinable
  public mutating func withContiguousMutableStorageIfAvailable<Result>(
    _ body: (inout UnsafeMutableBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    tracking = nil
    defer { followReordering() }
    return try unsafe orderedElements.withContiguousMutableStorageIfAvailable(body)
  }

  @inlinable
  mutating func followReordering() {
    guard !orderedElements.lazy.map(identify).elementsEqual(orderedIDs) else { return }
    let ids = OrderedSet(orderedElements.lazy.map(identify))
    guard ids.unordered == orderedIDs.unordered else { identitiesChanged() }
    orderedIDs = ids
  }

  @inlinable
  mutating func followSlice() {
    guard !orderedElements.lazy.map(identify).elementsEqual(orderedIDs) else { return }
    var ids = OrderedSet<ID>()
    ids.reserveCapacity(orderedElements.count)
    for id in orderedElements.lazy.map(identify) where !ids.append(id).inserted {
      Self.repeatedID(id)
    }
    let isReordered = ids.unordered == orderedIDs.unordered
    orderedIDs = ids
    if !isReordered { membershipDidChange() }
  }
}
