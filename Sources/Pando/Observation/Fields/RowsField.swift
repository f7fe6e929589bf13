import OrderedCollections
import PandoWire

/// A field with rows of observable state. That rows come, go, move or are replaced is a change, and so
/// is every modification by the parent, which could be told from those only by looking at each row.
public enum RowsField<ID: Hashable, Row: ObservableState>: StateFieldKind {
  /// Remembers nothing.
  public static func mark(_ value: IdentifiedArray<ID, Row>) -> NoMark { NoMark() }

  /// Takes every modification for a change.
  public static func isChanged(_ value: IdentifiedArray<ID, Row>, since mark: NoMark) -> Bool {
    true
  }

  /// Returns whether any row is another, or another version of the same. O(rows).
  public static func isChanged(
    _ value: IdentifiedArray<ID, Row>, to newValue: IdentifiedArray<ID, Row>
  ) -> Bool {
    guard value.ids == newValue.ids else { return true }
    return !zip(value.elements, newValue.elements)
      .allSatisfy { $1._$identity.isSame(as: $0._$identity) }
  }

  /// Makes the rows' fields observable, if everything is to be: O(rows). Else rows are observable that
  /// were made so, and others when they are met, so that an edit of one row costs one row.
  public static func track(_ value: inout IdentifiedArray<ID, Row>, isDeep: Bool) {
    guard isDeep else { return }
    for index in value.elements.indices {
      value.withElement(at: index) { $0.pointee._$track(isDeep: true) }
    }
  }

  /// Leaves it to the rows' own fields to tell what differs, and compares only which rows there are.
  ///
  /// - Complexity: O(rows), but O(1) where nothing has touched them, and O(rows that changed) where `old` is known
  ///   to have those alone, as for a worker's change of some rows. It is not known for rows in a state of a generic
  ///   type, or of a type that is declared inside a generic one: each change of those costs O(rows).
  public static func adopt(
    _ value: inout IdentifiedArray<ID, Row>, _ old: IdentifiedArray<ID, Row>, isObserved: Bool
  ) -> Bool {
    if let placement = old.partPlacement {
      return adopt(&value, part: old, keepsIDs: placement == .update)
    }
    if value.elements.sharesBuffer(with: old.elements) { return false }
    var isChanged = value.ids != old.ids
    for index in value.elements.indices {
      guard let oldIndex = isChanged ? old.index(id: value.ids[index]) : index else { continue }
      let isReplaced = value.withElement(at: index) { row in
        row.pointee._$adopt(old.elements[oldIndex])
      }
      if isReplaced { isChanged = true }
    }
    return isChanged
  }

  /// Takes the place of rows of which only those are given that changed.
  private static func adopt(
    _ value: inout IdentifiedArray<ID, Row>, part: IdentifiedArray<ID, Row>, keepsIDs: Bool
  ) -> Bool {
    var isChanged = !keepsIDs
    for (id, old) in zip(part.ids, part.elements) {
      guard let index = value.index(id: id) else { continue }
      let isReplaced = value.withElement(at: index) { row in row.pointee._$adopt(old) }
      if isReplaced { isChanged = true }
    }
    return isChanged
  }
}

extension Array {
  /// Returns whether both have the same elements for the reason that they are one array. O(1).
  func sharesBuffer(with other: [Element]) -> Bool {
    withUnsafeBufferPointer { elements in
      other.withUnsafeBufferPointer {
        $0.baseAddress == elements.baseAddress && $0.count == elements.count
      }
    }
  }
}
