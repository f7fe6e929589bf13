/// A field with presented observable state: as ``OptionalChildField``.
public enum PresentedField<Wrapped: ObservableState>: StateFieldKind {
  /// Remembers which state it is, if any.
  public static func mark(_ value: PresentationState<Wrapped>) -> _StateIdentity {
    value.storage.first?._$identity ?? .empty
  }

  /// Returns whether it came, went, or another state took its place.
  public static func isChanged(
    _ value: PresentationState<Wrapped>, since mark: _StateIdentity
  ) -> Bool {
    !self.mark(value).follows(mark)
  }

  /// Returns whether it comes, goes, or is another state or another version of the same.
  public static func isChanged(
    _ value: PresentationState<Wrapped>, to newValue: PresentationState<Wrapped>
  ) -> Bool {
    !mark(newValue).isSame(as: mark(value))
  }

  /// Makes the state's fields observable.
  public static func track(_ value: inout PresentationState<Wrapped>, isDeep: Bool) {
    if !value.storage.isEmpty { value.storage[0]._$track(isDeep: isDeep) }
  }

  /// Leaves it to the state's own fields to tell what differs, where it is there before and after.
  public static func adopt(
    _ value: inout PresentationState<Wrapped>, _ old: PresentationState<Wrapped>, isObserved: Bool
  ) -> Bool {
    guard let old = old.storage.first else { return !value.storage.isEmpty }
    return value.storage.isEmpty ? true : value.storage[0]._$adopt(old)
  }
}
