/// The names of a value's case and of the cases in it, such as `AppAction.todo(id:, action: .toggle)`;
/// the name of the type for anything but an enum.
package func caseLabels(of value: Any) -> String {
  "\(type(of: value))\(caseSuffix(of: value) ?? "")"
}

/// The case of an enum's value with its leading dot; nil for anything else.
private func caseSuffix(of value: Any) -> String? {
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .enum else { return nil }
  // Nothing is held by the case: its description is its name.
  guard let held = mirror.children.first else { return ".\(value)" }
  let name = ".\(held.label ?? "")"
  let tuple = Mirror(reflecting: held.value)
  guard tuple.displayStyle == .tuple else {
    return caseSuffix(of: held.value).map { "\(name)(\($0))" } ?? "\(name)(_:)"
  }
  let parts = tuple.children.map { child in
    let label = child.label.map { $0.hasPrefix(".") ? "_:" : "\($0):" } ?? "_:"
    return caseSuffix(of: child.value).map { "\(label) \($0)" } ?? label
  }
  return "\(name)(\(parts.joined(separator: ", ")))"
}
