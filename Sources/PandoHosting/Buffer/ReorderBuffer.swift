public import DequeModule

/// The queue of accepted actions between acceptance and commit.
///
/// New actions join at the tail. The actions that a commit gives rise to (`Effect.send`) form the
/// *family* of the action that just left the head: they go ahead of everything that was sent from
/// outside, in the order in which they arose.
public struct ReorderBuffer<Element> {
  @usableFromInline var elements: Deque<Element> = []

  /// The number of elements at the head that were placed there by `appendToFamily(_:)`.
  @usableFromInline var familyCount = 0

  /// The number of elements above which senders wait; family members do not count against it.
  @usableFromInline let capacity: Int

  /// An empty one.
  @inlinable public init(capacity: Int) {
    precondition(capacity > 0, "a reorder buffer holds at least one action")
    self.capacity = capacity
  }

  @usableFromInline var size = 0

  /// The number of elements that went ahead of others. While it stays, a head that stands for several actions
  /// is the head until it has none.
  @usableFromInline package var overtakingCount = 0

  /// The number of elements. Kept apart from them: asking a generic collection costs more than a
  /// whole local commit.
  @inlinable public var count: Int { size }

  /// True if nothing is queued.
  @inlinable public var isEmpty: Bool { size == 0 }
  /// True if senders must wait.
  @inlinable public var isFull: Bool { size - familyCount >= capacity }

  /// The element that commits next. O(1).
  @inlinable public var head: Element {
    get { elements[elements.startIndex] }
    _modify { yield &elements[elements.startIndex] }
  }

  /// Accepts an action behind all others. O(1) amortised.
  @inlinable public mutating func append(_ element: Element) {
    elements.append(element)
    size += 1
  }

  /// Puts an action ahead of the first that is no family and satisfies a condition. O(n) in what is
  /// queued.
  @inlinable package mutating func insert(_ element: Element, before isLater: (Element) -> Bool) {
    let index = elements[familyCount...].firstIndex(where: isLater) ?? elements.endIndex
    elements.insert(element, at: index)
    overtakingCount &+= 1
    size += 1
  }

  /// Puts an action behind its family and ahead of everything else. O(n) in what is queued.
  @inlinable public mutating func appendToFamily(_ element: Element) {
    elements.insert(element, at: familyCount)
    familyCount += 1
    overtakingCount &+= 1
    size += 1
  }

  /// The elements that `appendToFamily(_:)` would go behind. O(1).
  @inlinable package var family: Slice<Deque<Element>> { elements[..<familyCount] }

  /// Notes that the last element, which stands for several actions, has one more. O(1).
  @inlinable package mutating func growTail() { size += 1 }

  /// Notes that the head, which stands for several actions, has one less, and keeps some. O(1).
  @inlinable package mutating func shrinkHead() { size -= 1 }

  /// Puts the first of the actions for which the head stands before the others. O(1).
  ///
  /// - Parameter isLast: Whether there are no others.
  @inlinable package mutating func splitHead(_ element: Element, isLast: Bool) {
    precondition(familyCount == 0, "those that a commit gave rise to come one by one")
    overtakingCount &+= 1
    if isLast { elements[elements.startIndex] = element } else { elements.prepend(element) }
  }

  /// Takes out the element that commits now. O(1).
  @inlinable public mutating func popHead() -> Element {
    familyCount = Swift.max(0, familyCount - 1)
    size -= 1
    return elements.removeFirst()
  }
}
