import DequeModule

extension ReorderBuffer {
  /// Returns what `body` finds in the first element where it finds something, in the order of commits. O(n).
  package func find<Found>(_ body: (Element) -> Found?) -> Found? {
    for element in elements {
      if let found = body(element) { return found }
    }
    return nil
  }
}
