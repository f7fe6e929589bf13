package import DequeModule

/// The queue of accepted actions between acceptance and commit.
///
/// New actions join at the tail. The actions that a commit gives rise to (`Effect.send`) form the
/// *family* of the action that just left the head: they go ahead of everything that was sent from
/// outside, in the order in which they arose.
package struct ReorderBuffer<Element> {
  @usableFromInline package internal(set) var elements: Deque<Element> = []

  /// How many elements at the head were placed there by `appendToFamily(_:)`.
  @usableFromInline package internal(set) var familyCount = 0

  /// The number of elements above which senders wait; family members do not count against it.
  package let capacity: Int

  package init(capacity: Int) {
    precondition(capacity > 0, "a reorder buffer holds at least one action")
    self.capacity = capacity
  }

  /// Kept apart from the elements: asking a generic collection costs more than a whole local commit.
  @usableFromInline package internal(set) var count = 0

  @inlinable package var isEmpty: Bool { count == 0 }
  @inlinable package var isFull: Bool { count - familyCount >= capacity }

  /// The element that commits next. O(1).
  @inlinable package var head: Element {
    get { elements[elements.startIndex] }
    _modify { yield &elements[elements.startIndex] }
  }

  /// Accepts an action behind all others. O(1) amortised.
  @inlinable package mutating func append(_ element: Element) {
    elements.append(element)
    count += 1
  }

  /// Puts an action behind its family and ahead of everything else. O(n) in what is queued.
  @inlinable package mutating func appendToFamily(_ element: Element) {
    elements.insert(element, at: familyCount)
    familyCount += 1
    count += 1
  }

  /// The elements that `appendToFamily(_:)` would go behind. O(1).
  @inlinable package var family: Slice<Deque<Element>> { elements[..<familyCount] }

  /// Takes out the element that commits now. O(1).
  @inlinable package mutating func popHead() -> Element {
    familyCount = Swift.max(0, familyCount - 1)
    count -= 1
    return elements.removeFirst()
  }
}
