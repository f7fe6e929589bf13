/// What a key is overridden with, and how people call it.
struct DependencyOverride: Sendable {
  let value: any Sendable
  /// The type of the key's values, which a value's own type need not be.
  let valueType: ObjectIdentifier
  /// The name of the property that was set, or of the function that set the key by its type.
  let setter: StaticString
  let key: any TestDependencyKey.Type

  /// The property's name, or the key's type where it was set by that.
  var name: String {
    let setter = "\(setter)"
    return setter.contains("(") ? "\(key)" : setter
  }
}
