public import OrderedCollections

extension IdentifiedArray {
  /// The position of the element with an id, `nil` when there is none.
  ///
  /// - Complexity: O(1) expected.
  @inlinable
  public func index(id: ID) -> Int? {
    orderedIDs.firstIndex(of: id)
  }

  /// The element with an id, `nil` when there is none.
  ///
  /// The element is mutated in place: `rows[id: id]?.count += 1` copies neither the element nor the
  /// array. Setting it to `nil` removes it. Setting an element where there was none appends it.
  ///
  /// - Precondition: A new value has the id `id`.
  /// - Complexity: O(1) expected to read, mutate, replace or append; O(n) to remove.
  @inlinable
  public subscript(id id: ID) -> Element? {
    get {
      guard let position = orderedIDs.firstIndex(of: id) else { return nil }
      return orderedElements[position]
    }
    _modify {
      let position = orderedIDs.firstIndex(of: id)
      if let position { noteUpdate(at: position) }
      var element = position.map { takeElement(at: $0) }
      defer { putBack(&element, at: position, id: id) }
      yield &element
    }
  }

  @inlinable
  func requireIdentity(of element: Element, toBe id: ID) {
    let newID = identify(element)
    if newID != id { identityChanged(from: id, to: newID) }
  }

  @inlinable
  mutating func followIdentity(at position: Int) {
    let newID = identify(orderedElements[position])
    if newID != orderedIDs[position] { replaceID(at: position, by: newID) }
  }

  @usableFromInline
  @inline(never)
  mutating func replaceID(at position: Int, by newID: ID) {
    if orderedIDs.contains(newID) { Self.repeatedID(newID) }
    orderedIDs.remove(at: position)
    orderedIDs.insert(newID, at: position)
    membershipDidChange()
  }

  @usableFromInline
  @inline(never)
  func identityChanged(from id: ID, to newID: ID) -> Never {
    // Unlike a precondition's, the message of a fatal error is printed by optimized builds too.
    fatalError(
      "The element with the id \(id) was replaced by one with the id \(newID). "
        + "An element keeps its id while it is in the array: remove it and insert the new one."
    )
  }

  @usableFromInline
  @inline(never)
  func identitiesChanged() -> Never {
    fatalError(
      "Elements were given other ids through the buffer of an identified array. "
        + "An element keeps its id while it is in the array: remove it and insert the new one."
    )
  }
}
