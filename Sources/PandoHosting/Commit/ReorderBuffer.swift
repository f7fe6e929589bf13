public import DequeModule

/// The queue of accepted actions between acceptance and commit.
///
/// New actions join at the tail. The actions that a commit gives rise to (`Effect.send`) are *follow-ups*
/// of the action that just left the head: they go ahead of everything that was sent from outside, in
/// the order in which they arose.
public struct ReorderBuffer<Element> {
  @usableFromInline var elements: Deque<Element> = []

  /// The number of elements at the head that were placed there by `appendFollowUp(_:)`.
  @usableFromInline var followUpCount = 0

  /// The number of elements above which senders wait; follow-ups do not count against it.
  @usableFromInline let capacity: Int

  /// An empty one.
  @inlinable public init(capacity: Int) {
    precondition(capacity > 0, "a reorder buffer holds at least one action")
    self.capacity = capacity
  }

  @usableFromInline var size = 0

  /// The number of elements that were put ahead of others. While it is the same, a head that stands for several
  /// actions stays the head until it has none.
  @usableFromInline package var overtakingCount = 0

  /// The number of elements. Kept apart from them: asking a generic collection costs more than a
  /// whole local commit.
  @inlinable public var count: Int { size }

  /// True if nothing is queued.
  @inlinable public var isEmpty: Bool { size == 0 }
  /// The number of elements that are no follow-ups.
  @inlinable package var outsideCount: Int { size - followUpCount }
  /// True if senders must wait.
  @inlinable public var isFull: Bool { size - followUpCount >= capacity }

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

  /// Puts an action ahead of the first of its kind that satisfies a condition. O(n) in what is queued.
  ///
  /// - Parameter isFollowUp: True if it goes among the follow-ups, false if among the others.
  @inlinable
  package mutating func insert(
    _ element: Element, isFollowUp: Bool, before isLater: (Element) -> Bool
  ) {
    let kind = isFollowUp ? 0..<followUpCount : followUpCount..<elements.endIndex
    elements.insert(element, at: elements[kind].firstIndex(where: isLater) ?? kind.upperBound)
    if isFollowUp { followUpCount += 1 }
    overtakingCount &+= 1
    size += 1
  }

  /// Puts an action behind the other follow-ups and ahead of everything else. O(n) in what is queued.
  @inlinable public mutating func appendFollowUp(_ element: Element) {
    elements.insert(element, at: followUpCount)
    followUpCount += 1
    overtakingCount &+= 1
    size += 1
  }

  /// Notes that the last element, which stands for several actions, has one more. O(1).
  @inlinable package mutating func growTail() { size += 1 }

  /// Notes that the head, which stands for several actions, has one less, and keeps some. O(1).
  @inlinable package mutating func shrinkHead() { size -= 1 }

  /// Puts the first of the actions for which the head stands before the others. O(1).
  ///
  /// - Parameter isLast: Whether there are no others.
  @inlinable package mutating func splitHead(_ element: Element, isLast: Bool) {
    precondition(followUpCount == 0, "those that a commit gave rise to come one by one")
    overtakingCount &+= 1
    if isLast { elements[elements.startIndex] = element } else { elements.prepend(element) }
  }

  /// Takes out the element that commits now. O(1).
  @inlinable public mutating func popHead() -> Element {
    followUpCount = Swift.max(0, followUpCount - 1)
    size -= 1
    return elements.removeFirst()
  }
}
