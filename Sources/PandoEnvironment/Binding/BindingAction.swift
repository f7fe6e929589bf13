/// The setting of one property of a state, as an action.
///
/// `BindingAction.set(\.name, "Blob")` makes one; a reducer's
/// ``Reducer/binding()`` carries it out. In a `switch`, `case .binding(\.name):` matches the setting
/// of that property.
public struct BindingAction<Root>: Sendable {
  /// The property.
  public let keyPath: any PartialKeyPath<Root> & Sendable

  /// The new value, as a description of the action shows it.
  public let value: any Sendable

  let set: @Sendable (inout Root) -> Void
  private let isValue: @Sendable (any Sendable) -> Bool

  /// The setting of a property to a value.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ value: Value
  ) -> BindingAction {
    BindingAction(
      keyPath: keyPath,
      value: value,
      set: { $0[keyPath: keyPath] = value },
      isValue: { $0 as? Value == value })
  }

  /// Whether an action sets the property of a key path.
  public static func ~= <Value>(
    keyPath: WritableKeyPath<Root, Value>, action: BindingAction
  ) -> Bool {
    keyPath as AnyKeyPath == action.keyPath as AnyKeyPath
  }
}

extension BindingAction: Equatable {
  /// Whether both set the same property to equal values.
  public static func == (left: BindingAction, right: BindingAction) -> Bool {
    left.keyPath as AnyKeyPath == right.keyPath as AnyKeyPath && left.isValue(right.value)
  }
}
