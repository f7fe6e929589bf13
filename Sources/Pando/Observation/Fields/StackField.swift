import OrderedCollections

/// A field with a navigation stack of observable state. As with rows, that elements come, go or are
/// replaced is a change, and so is every modification by the parent.
public enum StackField<Element: ObservableState>: StateFieldKind {
  /// Remembers nothing.
  public static func mark(_ value: StackState<Element>) -> NoMark { NoMark() }

  /// Takes every modification for a change.
  public static func isChanged(_ value: StackState<Element>, since mark: NoMark) -> Bool {
    true
  }

  /// Returns whether any element is another, or another version of the same. O(elements).
  public static func isChanged(
    _ value: StackState<Element>, to newValue: StackState<Element>
  ) -> Bool {
    guard value.lineage == newValue.lineage, value.ids == newValue.ids else { return true }
    return !zip(value.elements, newValue.elements)
      .allSatisfy { $1._$identity.isSame(as: $0._$identity) }
  }

  /// Makes the elements' fields observable, if everything is to be: O(elements).
  public static func track(_ value: inout StackState<Element>, isDeep: Bool) {
    guard isDeep else { return }
    for index in value.elements.indices { value.elements[index]._$track(isDeep: true) }
  }

  /// Leaves it to the elements' own fields to tell what differs, and compares only which there are.
  public static func adopt(
    _ value: inout StackState<Element>, _ old: StackState<Element>, isObserved: Bool
  ) -> Bool {
    let isSameStack = value.lineage == old.lineage
    var isChanged = !isSameStack || value.ids != old.ids
    guard isSameStack else { return true }
    if !isChanged, value.elements.sharesBuffer(with: old.elements) { return false }
    for index in value.elements.indices {
      guard let oldIndex = old.ids.firstIndex(of: value.ids[index]) else { continue }
      if value.elements[index]._$adopt(old.elements[oldIndex]) { isChanged = true }
    }
    return isChanged
  }
}
