/// An overriding value of a key, and the name that people know it by.
struct DependencyOverride: Sendable {
  let value: any Sendable
  /// The type of the key's values, which a value's own type need not be.
  let valueType: ObjectIdentifier
  /// The name of the property that was set, or of the function that set the key by its type.
  let setter: StaticString
  /// Nil for what is no key's.
  let key: (any TestDependencyKey.Type)?

  /// The property's name, or the key's type where it was set by that.
  var name: String {
    let setter = "\(setter)"
    guard setter.contains("("), let key else { return setter }
    return "\(key)"
  }
}
