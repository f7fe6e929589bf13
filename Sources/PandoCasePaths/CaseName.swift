/// The name of an enum's case, whatever it holds, and whatever its `description` and its mirror say.
/// Cases that differ in their labels alone have one name.
package func caseName(of value: Any) -> String {
  // An optional of an enum stands for the enum.
  if let optional = value as? any OptionalValue {
    return optional.held.flatMap { enumCaseName(of: $0) } ?? "\(value)"
  }
  return enumCaseName(of: value) ?? "\(value)"
}

/// The name of an enum's case; nil for what is no enum.
///
/// Cases that differ in their labels alone have one name.
package func enumCaseName(of value: Any) -> String? {
  // An optional is one for the runtime alone.
  if value is any OptionalValue { return nil }
  func name<Value>(_ value: Value) -> String? {
    unsafe runtimeCaseName(value).map { unsafe String(cString: $0) }
  }
  if let name = _openExistential(value, do: name) { return name }
  // Where a build leaves out the names of cases, and for what says by its mirror that it is an enum.
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .enum else { return nil }
  return mirror.children.first?.label ?? "\(value)"
}

/// The runtime finds the name by the tag of the case. Nil for what is no enum.
@_silgen_name("swift_EnumCaseName")
private func runtimeCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?

/// An optional of any type.
private protocol OptionalValue {
  /// The value; nil where there is none.
  var held: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var held: Any? { map { $0 as Any } }
}
