import OrderedCollections

extension StackState: RandomAccessCollection {
  /// The position of the root.
  public var startIndex: Int { 0 }

  /// The position behind the top.
  public var endIndex: Int { elements.count }

  /// The element at a position, counted from the root.
  public subscript(position: Int) -> Element { elements[position] }
}

extension StackState: RangeReplaceableCollection {
  /// Replaces elements by others, which get new ids; all others keep theirs.
  public mutating func replaceSubrange(
    _ subrange: Range<Int>, with newElements: some Collection<Element>
  ) {
    elements.removeSubrange(subrange)
    ids.removeSubrange(subrange)
    for (offset, element) in newElements.enumerated() {
      insert(element, id: makeID(), at: subrange.lowerBound + offset)
    }
  }

  /// Pushes an element.
  public mutating func append(_ element: Element) {
    insert(element, id: makeID(), at: elements.count)
  }

  /// Pops everything. The ids stay given out.
  public mutating func removeAll(keepingCapacity keepsCapacity: Bool = false) {
    elements.removeAll(keepingCapacity: keepsCapacity)
    ids.removeAll(keepingCapacity: keepsCapacity)
  }

  /// Removes elements; the others keep their ids.
  public mutating func removeAll(
    where shouldBeRemoved: (Element) throws -> Bool
  ) rethrows {
    let removed = try elements.indices.filter { try shouldBeRemoved(elements[$0]) }
    for position in removed.reversed() {
      elements.remove(at: position)
      ids.remove(at: position)
    }
  }
}

extension StackState: ExpressibleByArrayLiteral {
  /// A stack of elements, the root first.
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}
