/// A field of a type whose values are compared, and remembered for nothing.
public enum ScalarField<Value: Equatable & BitwiseCopyable>: StateFieldKind {
  /// Remembers the value.
  @inlinable
  public static func mark(_ value: Value) -> Value { value }

  /// Compares.
  @inlinable
  public static func isChanged(_ value: Value, since mark: Value) -> Bool { value != mark }

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
