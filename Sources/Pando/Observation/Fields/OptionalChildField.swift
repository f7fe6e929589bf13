/// A field with observable state that may be absent: as ``ChildField``, and that it comes or goes is a
/// change.
public enum OptionalChildField<Wrapped: ObservableState>: StateFieldKind {
  /// Remembers which state it is, if any.
  public static func mark(_ value: Wrapped?) -> _StateIdentity {
    value?._$identity ?? .empty
  }

  /// Returns whether it came, went, or another state took its place.
  public static func isChanged(_ value: Wrapped?, since mark: _StateIdentity) -> Bool {
    !self.mark(value).follows(mark)
  }

  /// Returns whether it comes, goes, or is another state or another version of the same.
  public static func isChanged(_ value: Wrapped?, to newValue: Wrapped?) -> Bool {
    !mark(newValue).isSame(as: mark(value))
  }

  /// Makes the state's fields observable.
  public static func track(_ value: inout Wrapped?, isDeep: Bool) { value?._$track(isDeep: isDeep) }

  /// Leaves it to the state's own fields to tell what differs, where it is there before and after.
  public static func adopt(_ value: inout Wrapped?, _ old: Wrapped?, isObserved: Bool) -> Bool {
    guard let old else { return value != nil }
    return value?._$adopt(old) ?? true
  }
}
