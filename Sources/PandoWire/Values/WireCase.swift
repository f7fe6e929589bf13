/// The form in which the case of an enum was written: with its values, or alone.
@frozen
public enum WireCase: Equatable, Sendable {
  /// The number of a case without values.
  case alone(Int)
  /// The number of a case whose values follow, in the list that was begun.
  case list(Int)
}
