/// A field with observable state, whose own fields note what changes in them: only another state in
/// its place is a change.
public enum ChildField<Value: ObservableState>: StateFieldKind {
  /// Remembers which state it is.
  public static func mark(_ value: Value) -> _StateIdentity { value._$identity }

  /// Returns whether another state took its place.
  public static func isChanged(_ value: Value, since mark: _StateIdentity) -> Bool {
    !value._$identity.follows(mark)
  }

  /// Returns whether it is another state, or another version of the same.
  public static func isChanged(_ value: Value, to newValue: Value) -> Bool {
    !newValue._$identity.isSame(as: value._$identity)
  }

  /// Makes the state's fields observable.
  public static func track(_ value: inout Value, isDeep: Bool) { value._$track(isDeep: isDeep) }

  /// Leaves it to the state's own fields to tell what differs.
  public static func adopt(_ value: inout Value, _ old: Value, isObserved: Bool) -> Bool {
    value._$adopt(old)
  }
}
