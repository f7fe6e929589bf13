/// Reads a dependency.
///
/// As a property of a feature it reads the values of the store that the feature was made for; inside
/// an effect, those of the store that runs it.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  private let read: @Sendable (DependencyValues) -> Value
  private let values = DependencyValues.current

  /// Reads what a key path names.
  public init(_ keyPath: any KeyPath<DependencyValues, Value> & Sendable) {
    read = { values in values[keyPath: keyPath] }
  }

  /// Reads the value of a key.
  public init<Key: DependencyKey>(_ key: Key.Type) where Key.Value == Value {
    read = { values in values[Key.self] }
  }

  /// The value.
  public var wrappedValue: Value { read(values) }
}
