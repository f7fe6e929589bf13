public import OrderedCollections

/// An array whose elements have ids, each of them once, that finds an element by its id with a hash
/// look-up.
///
/// An element stays at its place and is mutated there: `rows[id: id]?.count += 1` costs the
/// look-up, however many rows there are. Positions are zero-based integers, as in `Array`.
///
/// An element found by its id keeps it: giving it another is a programming error and traps. At a position
/// an element may be replaced by one with another id.
public struct IdentifiedArray<ID: Hashable, Element> {
  /// The ids, in the order of the elements.
  @usableFromInline var orderedIDs: OrderedSet<ID>
  /// The elements; each is at the position of its id in `orderedIDs`.
  @usableFromInline var orderedElements: [Element]
  /// The id of an element.
  ///
  /// Safe to send whenever the array is `Sendable`: it captures at most a key path that is
  /// `Sendable`, and the conformance of `Element` to `Identifiable`, which cannot be isolated to an
  /// actor as `Element` is `Sendable`.
  @safe @usableFromInline nonisolated(unsafe) let identify: (Element) -> ID

  /// A stamp of the set of ids: equal stamps, of any two arrays of the process, imply equal sets.
  ///
  /// It changes when an id is added or removed, never when elements are mutated, moved or sorted.
  /// Copies keep it; equality, hashing and coding ignore it. It is 0 for an array that never had an
  /// element.
  @usableFromInline package internal(set) var membership: UInt64

  /// Notes which rows change; nil unless somebody asked for it.
  @usableFromInline var tracking: RowTracking?

  /// The change that led to the set of ids that is there now.
  @usableFromInline package internal(set) var lastChange = MembershipChange<ID>()

  @inlinable
  init(
    ids: OrderedSet<ID>, elements: [Element], identify: @escaping (Element) -> ID
  ) {
    self.orderedIDs = ids
    self.orderedElements = elements
    self.identify = identify
    self.membership = elements.isEmpty ? 0 : freshStamp()
  }

  /// The ids, in the order of the elements.
  ///
  /// - Complexity: O(1).
  @inlinable
  public var ids: OrderedSet<ID> {
    orderedIDs
  }

  /// The elements as an array, which shares its buffer with this one until either is mutated.
  ///
  /// - Complexity: O(1).
  @inlinable
  public var elements: [Element] {
    orderedElements
  }
}

/// An ``IdentifiedArray`` of elements that are identifiable, by their `id`.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

extension IdentifiedArray: Sendable where ID: Sendable, Element: Sendable {}
