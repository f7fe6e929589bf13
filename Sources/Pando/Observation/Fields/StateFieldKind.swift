/// The way in which changes of a field of one kind of type are found. Part of what
/// ``ObservableState()`` writes; it is chosen by the overloads of `_StateObservation.field(_:)`, so
/// that nothing is looked up at run time.
public protocol StateFieldKind {
  associatedtype Value
  /// The memory of a value while it is modified in place. No copy of anything that has a buffer:
  /// that would be copied by the modification.
  associatedtype Mark

  /// Remembers a value that is about to be modified.
  static func mark(_ value: Value) -> Mark

  /// Returns whether a value was changed since, other than its own fields have noted.
  static func isChanged(_ value: Value, since mark: Mark) -> Bool

  /// Returns whether a value changes when another takes its place.
  static func isChanged(_ value: Value, to newValue: Value) -> Bool

  /// Makes the value observable where it is not yet, with everything in it if that is asked for.
  static func track(_ value: inout Value, isDeep: Bool)

  /// Takes the place of an earlier version. Returns whether the observers of the field are to be told,
  /// which needs an answer only when there are any.
  static func adopt(_ value: inout Value, _ old: Value, isObserved: Bool) -> Bool
}

extension StateFieldKind {
  /// Sets an observed field.
  @inlinable
  public static func set(
    _ value: inout Value, to newValue: Value, _ field: Int, _ observation: _StateObservation
  ) {
    let isChanged = isChanged(value, to: newValue)
    value = newValue
    if !isChanged { return }
    track(&value, isDeep: false)
    observation.note(field)
  }

  /// Ends a modification of an observed field.
  @inlinable
  public static func finish(
    _ value: inout Value, _ mark: Mark, _ field: Int, _ observation: _StateObservation
  ) {
    guard isChanged(value, since: mark) else { return }
    track(&value, isDeep: false)
    observation.note(field)
  }
}

/// The memory of a value of which nothing can be remembered.
public struct NoMark: Sendable {
  @inlinable
  init() {}
}
