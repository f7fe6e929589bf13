public import OrderedCollections

extension IdentifiedArray {
  /// An empty array of elements that are identified by a property.
  ///
  /// Decoded, an array finds its elements by their `id`: one that crosses to a worker is to be identified by that.
  ///
  /// - Complexity: O(1), O(`minimumCapacity`) when that is not 0.
  @inlinable
  public init(id: any KeyPath<Element, ID> & Sendable, minimumCapacity: Int = 0) {
    self.init(ids: [], elements: []) { $0[keyPath: id] }
    reserveCapacity(minimumCapacity)
  }

  /// An array of elements that are identified by a property, in their order.
  ///
  /// Decoded, an array finds its elements by their `id`: one that crosses to a worker is to be identified by that.
  ///
  /// - Precondition: No two elements have the same id.
  /// - Complexity: O(n).
  @inlinable
  public init(
    uniqueElements elements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable
  ) {
    self.init(uniqueElements: elements) { $0[keyPath: id] }
  }

  /// An array of elements that are identified by a property, in their order, whose ids the caller knows
  /// to differ.
  ///
  /// - Precondition: No two elements have the same id; builds with optimization do not check it.
  /// - Complexity: O(n).
  @inlinable
  public init(
    uncheckedUniqueElements elements: some Sequence<Element>,
    id: any KeyPath<Element, ID> & Sendable
  ) {
    let elements = Array(elements)
    let ids = OrderedSet(uncheckedUniqueElements: elements.lazy.map { $0[keyPath: id] })
    self.init(ids: ids, elements: elements) { $0[keyPath: id] }
  }

  /// An array of elements that are identified by a property, which combines elements of the same
  /// id.
  ///
  /// - Parameter combine: Makes one element of the one in the array and the next one with its id.
  ///   The result has that id too, and takes the place of the former.
  /// - Complexity: O(n).
  @inlinable
  public init(
    _ elements: some Sequence<Element>,
    id: any KeyPath<Element, ID> & Sendable,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    try self.init(elements, identify: { $0[keyPath: id] }, uniquingIDsWith: combine)
  }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// An empty array.
  ///
  /// - Complexity: O(1).
  @inlinable
  public init() {
    self.init(ids: [], elements: []) { $0.id }
  }

  /// An array of elements in their order.
  ///
  /// - Precondition: No two elements have the same id.
  /// - Complexity: O(n).
  @inlinable
  public init(uniqueElements elements: some Sequence<Element>) {
    self.init(uniqueElements: elements) { $0.id }
  }

  /// An array of elements in their order, whose ids the caller knows to differ.
  ///
  /// - Precondition: No two elements have the same id; builds with optimization do not check it.
  /// - Complexity: O(n).
  @inlinable
  public init(uncheckedUniqueElements elements: some Sequence<Element>) {
    let elements = Array(elements)
    let ids = OrderedSet(uncheckedUniqueElements: elements.lazy.map(\.id))
    self.init(ids: ids, elements: elements) { $0.id }
  }

  /// An array of elements in their order, which combines elements of the same id.
  ///
  /// - Parameter combine: Makes one element of the one in the array and the next one with its id.
  ///   The result has that id too, and takes the place of the former.
  /// - Complexity: O(n).
  @inlinable
  public init(
    _ elements: some Sequence<Element>,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    try self.init(elements, identify: { $0.id }, uniquingIDsWith: combine)
  }
}

extension IdentifiedArray {
  @inlinable
  init(
    uniqueElements elements: some Sequence<Element>,
    identify: @escaping (Element) -> ID
  ) {
    let elements = Array(elements)
    var ids = OrderedSet<ID>(minimumCapacity: elements.count)
    for element in elements where !ids.append(identify(element)).inserted {
      Self.repeatedID(identify(element))
    }
    self.init(ids: ids, elements: elements, identify: identify)
  }

  @inlinable
  init(
    _ elements: some Sequence<Element>,
    identify: @escaping (Element) -> ID,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    self.init(ids: [], elements: [], identify: identify)
    for element in elements {
      let (inserted, position) = append(element)
      if !inserted {
        self[position] = try combine(self[position], element)
      }
    }
  }

  @usableFromInline
  @inline(never)
  static func repeatedID(_ id: ID) -> Never {
    fatalError(
      "Two elements have the id \(id). "
        + "Give each its own, or combine them with 'init(_:uniquingIDsWith:)'."
    )
  }
}
