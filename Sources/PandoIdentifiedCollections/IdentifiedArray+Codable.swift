public import OrderedCollections

extension IdentifiedArray: Encodable where Element: Encodable {
  /// Encodes the elements as an array.
  ///
  /// - Complexity: O(n).
  @inlinable
  public func encode(to encoder: any Encoder) throws {
    try orderedElements.encode(to: encoder)
  }
}

extension IdentifiedArray: Decodable
where Element: Decodable & Identifiable, ID == Element.ID {
  /// Decodes the elements from an array.
  ///
  /// They are found by their `id` then, also where the array that was encoded found them by another property: a key
  /// path has no encoding. In the state of a hosted feature let `id` be that property.
  ///
  /// - Throws: `DecodingError.dataCorrupted` when two elements have the same id.
  /// - Complexity: O(n).
  @inlinable
  public init(from decoder: any Decoder) throws {
    let elements = try [Element](from: decoder)
    var ids = OrderedSet<ID>(minimumCapacity: elements.count)
    for (position, element) in elements.enumerated() {
      let (inserted, former) = ids.append(element.id)
      guard inserted else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: decoder.codingPath,
            debugDescription:
              "The elements \(former) and \(position) have the same id \(element.id)."
          )
        )
      }
    }
    self.init(ids: ids, elements: elements) { $0.id }
  }
}

/// An array that may find its elements by something else once it has been encoded and decoded.
package protocol FoundByID {
  /// Returns whether another finds its elements, which are equal, by the same ids; false for one of another type.
  ///
  /// Complexity: O(n).
  func hasSameIDs(as other: Any) -> Bool
}

extension IdentifiedArray: FoundByID {
  package func hasSameIDs(as other: Any) -> Bool {
    (other as? Self)?.orderedIDs == orderedIDs
  }
}
