public import Observation

/// State whose fields can be observed one by one.
///
/// ``ObservableState()`` writes the conformance. What it requires is called by stores and by the
/// accessors that the macro writes, never by hand.
public protocol ObservableState: Observable {
  /// The identity of this value: another value in its place has another one.
  var _$identity: _StateIdentity { get }

  /// The properties that are observed; none for an enum.
  static var _$fields: [_StateField<Self>] { get }

  /// Makes the value observable where it is not yet, with everything in it if that is asked for, which
  /// is O(size of the value).
  mutating func _$track(isDeep: Bool)

  /// Takes the place of an earlier version of the same state, and tells the observers of what differs.
  ///
  /// - Returns: Whether observers of the whole value have to be told, as it could not take the place.
  mutating func _$adopt(_ old: Self) -> Bool

  /// Where the value keeps its observation; nil for an enum, which has none of its own.
  static var _$observationPath: PartialKeyPath<Self>? { get }
}
