/// An action with a case that sets a property of the state, whichever it is:
/// `case binding(BindingAction<State>)`.
///
/// The case meets the first requirement, and the second has a default.
public protocol BindableAction<State>: SendableMetatype {
  /// The state whose properties are set.
  associatedtype State

  /// Makes the action that sets a property.
  static func binding(_ action: BindingAction<State>) -> Self

  /// The setting that this action is; nil when it is another.
  var binding: BindingAction<State>? { get }
}

extension BindableAction {
  /// The action that sets a property: `.set(\.name, "Blob")`, short for
  /// `.binding(.set(\.name, "Blob"))`.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<State, Value> & Sendable, _ value: Value
  ) -> Self {
    .binding(.set(keyPath, value))
  }

  /// Looks for the case `binding` by reflection.
  public var binding: BindingAction<State>? {
    guard let child = Mirror(reflecting: self).children.first, child.label == "binding" else {
      return nil
    }
    return child.value as? BindingAction<State>
  }
}

extension BindableAction
where
  Self: CasePathable, AllCasePaths: _BindingCasePaths, AllCasePaths.BoundAction == Self,
  AllCasePaths.BoundState == State
{
  /// Looks into the case `binding`.
  public var binding: BindingAction<State>? {
    Self.allCasePaths.binding.extract(from: self)
  }
}

/// The case paths of an action with a case `binding`. `@CasePathable` writes the conformance.
public protocol _BindingCasePaths {
  associatedtype BoundAction
  associatedtype BoundState

  /// The path to the settings.
  var binding: AnyCasePath<BoundAction, BindingAction<BoundState>> { get }
}
