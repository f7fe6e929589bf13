/// An action with a case that sets a property of the state, whichever it is.
///
/// An enum has a `case binding(BindingAction<State>)`, and says how to look into it:
///
///     var bindingAction: BindingAction<State>? { self[case: \.binding] }
public protocol BindableAction: SendableMetatype {
  /// The state whose properties are set.
  associatedtype BindableState

  /// Makes the action that sets a property.
  static func binding(_ action: BindingAction<BindableState>) -> Self

  /// The setting that this action is; nil when it is another.
  var bindingAction: BindingAction<BindableState>? { get }
}
