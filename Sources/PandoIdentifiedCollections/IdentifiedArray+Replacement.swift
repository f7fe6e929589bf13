public import OrderedCollections

extension IdentifiedArray: RangeReplaceableCollection
where Element: Identifiable, ID == Element.ID {
  /// Replaces the elements at some positions by others, in their order, but for those whose id is there already:
  /// in an element that stays, or in one of the others before them.
  ///
  /// - Complexity: O(n + m) for m new elements; O(m) expected, amortized, at the end.
  @inlinable
  public mutating func replaceSubrange(
    _ positions: Range<Int>, with newElements: some Collection<Element>
  ) {
    removeSubrange(positions)
    var newIDs = OrderedSet<ID>()
    let added = newElements.filter { element in
      let id = identify(element)
      return !orderedIDs.contains(id) && newIDs.append(id).inserted
    }
    guard !added.isEmpty else { return }
    let start = positions.lowerBound
    noteReplacement(of: start..<start)
    let isAtEnd = start == count
    orderedElements.insert(contentsOf: added, at: start)
    if isAtEnd {
      orderedIDs.append(contentsOf: newIDs)
    } else {
      orderedIDs = OrderedSet(uncheckedUniqueElements: orderedElements.lazy.map(identify))
    }
    membershipDidGrow()
  }
}
