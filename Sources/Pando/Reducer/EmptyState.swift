/// The state of a feature that declares none: it has no fields.
public struct EmptyState: Codable, Hashable, Sendable {
  /// Makes one.
  public init() {}
}

extension EmptyState: ObservableState {
  /// The identity of all empty states: nothing in them changes.
  public var _$identity: _StateIdentity { .empty }
  /// There are no properties.
  public static var _$fields: [_StateField<EmptyState>] { [] }
  /// There is nothing to keep an observation for.
  public static var _$observationPath: PartialKeyPath<EmptyState>? { nil }
  /// Does nothing.
  public mutating func _$track(isDeep: Bool) {}
  /// Returns that nobody has to be told.
  public mutating func _$adopt(_ old: EmptyState) -> Bool { false }
}
