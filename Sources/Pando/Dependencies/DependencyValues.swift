/// The values that features depend on: set when a store is made, read through ``Dependency``.
public struct DependencyValues: Sendable {
  @TaskLocal package static var current = DependencyValues()

  private var overrides: [ObjectIdentifier: any Sendable] = [:]

  /// Values of which nothing is overridden.
  public init() {}

  /// The value of a key: the override, or `liveValue`.
  public subscript<Key: DependencyKey>(key: Key.Type) -> Key.Value {
    get { overrides[ObjectIdentifier(key)] as? Key.Value ?? Key.liveValue }
    set { overrides[ObjectIdentifier(key)] = newValue }
  }
}

/// Runs `operation` with some dependencies overridden, for everything that it makes or starts.
public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void, operation: () throws -> Result
) rethrows -> Result {
  var values = DependencyValues.current
  try update(&values)
  return try DependencyValues.$current.withValue(values, operation: operation)
}
