/// A field of a type whose values can be compared, but not remembered without copying a buffer.
public enum EquatableField<Value: Equatable>: StateFieldKind {
  /// Remembers nothing.
  @inlinable
  public static func mark(_ value: Value) -> NoMark { NoMark() }

  /// Takes every modification for a change.
  @inlinable
  public static func isChanged(_ value: Value, since mark: NoMark) -> Bool { true }

  /// Compares.
  @inlinable
  public static func isChanged(_ value: Value, to newValue: Value) -> Bool { value != newValue }

  /// Does nothing: there is nothing inside to observe.
  @inlinable
  public static func track(_ value: inout Value, isDeep: Bool) {}

  /// Compares; one that is not equal to itself, as a NaN, has changed where it is encoded otherwise than before.
  @inlinable
  public static func adopt(_ value: inout Value, _ old: Value, isObserved: Bool) -> Bool {
    isObserved && value != old && !isSameThoughUnequal(value, old)
  }
}
