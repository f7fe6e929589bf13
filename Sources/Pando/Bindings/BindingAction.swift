/// The setting of one property of a state, as an action.
///
/// `BindingAction.set(\.name, "Blob")` makes one, and ``BindingReducer`` carries it out. In a `switch`,
/// `case .binding(\.name):` matches the setting of that property.
///
/// It is `Codable`, so that a hosted feature may have one: it crosses as the name of the property and
/// the value. That needs a `Root` that is ``ObservableState()``, which knows its properties by name,
/// and a value that is `Codable`; of another, encoding throws an error that says so.
public struct BindingAction<Root>: Sendable {
  /// The property.
  public let keyPath: any PartialKeyPath<Root> & Sendable

  /// The new value, as a description of the action shows it.
  public let value: any Sendable

  private let setting: @Sendable (inout Root) -> Void
  private let isValue: @Sendable (any Sendable) -> Bool
  /// Learns that the setting was carried out, where a binding sent it.
  let watch: BindingWatch?

  /// The setting of a property to a value.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ value: Value
  ) -> BindingAction {
    set(keyPath, value, nil)
  }

  static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ value: Value, _ watch: BindingWatch?
  ) -> BindingAction {
    BindingAction(
      keyPath: keyPath,
      value: value,
      setting: { $0[keyPath: keyPath] = value },
      isValue: { $0 as? Value == value },
      watch: watch)
  }

  /// Sets the property.
  public func set(_ root: inout Root) {
    watch?.note()
    setting(&root)
  }

  /// Returns whether an action sets the property of a key path.
  public static func ~= <Value>(
    keyPath: WritableKeyPath<Root, Value>, action: BindingAction
  ) -> Bool {
    keyPath as AnyKeyPath == action.keyPath as AnyKeyPath
  }
}

extension BindingAction: Equatable {
  /// Returns whether both set the same property to equal values.
  public static func == (left: BindingAction, right: BindingAction) -> Bool {
    left.keyPath as AnyKeyPath == right.keyPath as AnyKeyPath && left.isValue(right.value)
  }
}
