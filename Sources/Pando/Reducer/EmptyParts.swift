/// A feature that declares no `State`, and so has an ``EmptyState``.
///
/// ``Reducer()`` writes the conformance.
public protocol _StatelessReducer {}

extension _StatelessReducer {
  /// The state of a feature that declares none.
  public typealias State = EmptyState
}

/// A feature that declares no `Action`, and so has an ``EmptyAction``.
///
/// ``Reducer()`` writes the conformance.
public protocol _ActionlessReducer {}

extension _ActionlessReducer {
  /// The action of a feature that declares none.
  public typealias Action = EmptyAction
}

/// A feature that declares neither `body` nor `reduce(into:action:)`, and so does nothing.
///
/// ``Reducer()`` writes the conformance.
public protocol _BodilessReducer: Reducer {}

extension _BodilessReducer where Body == Never {
  /// Leaves the state alone.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .none
  }
}
