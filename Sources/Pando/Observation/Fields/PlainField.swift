/// A field of a type whose values cannot be compared: every edit is a change.
public enum PlainField<Value>: StateFieldKind {
  /// Remembers nothing.
  @inlinable
  public static func mark(_ value: Value) -> NoMark { NoMark() }

  /// Takes every modification for a change.
  @inlinable
  public static func isChanged(_ value: Value, since mark: NoMark) -> Bool { true }

  /// Takes every value for another.
  @inlinable
  public static func isChanged(_ value: Value, to newValue: Value) -> Bool { true }

  /// Does nothing: there is nothing inside to observe.
  @inlinable
  public static func track(_ value: inout Value, isDeep: Bool) {}

  /// Takes every value for another.
  @inlinable
  public static func adopt(_ value: inout Value, _ old: Value, isObserved: Bool) -> Bool {
    isObserved
  }
}
