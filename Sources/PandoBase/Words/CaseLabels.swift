/// The names of a value's case and of the cases in it, such as `AppAction.todo(id:, action: .toggle)`;
/// the name of the type for anything but an enum.
///
/// What logs, events, traces, pages and issues say of an action or a state. It has no value in it, as one may be private,
/// and is as long and looks as deep as ``ValueWords`` allows, whatever the value is. Nothing that a user wrote is called, no
/// description and no mirror, so that it may be made under a lock.
///
/// - Parameter typeName: The name of the value's type, where it is not to be the short one.
package func caseLabels(of value: Any, typeName: String? = nil) -> String {
  var labels = CaseLabels(text: typeName ?? "\(type(of: value))")
  _ = labels.addCase(of: value, depth: 0)
  return labels.text.cut(toBytes: ValueWords.bytesAtMost)
}

/// Returns what an enum's case holds, several values as a tuple; nil where it holds nothing, and for anything but an enum.
/// Calls nothing that a user wrote: a value with a mirror of its own is not looked into.
package func casePayload(of value: Any) -> Any? {
  guard nameOfCase(value) != nil, !(value is any CustomReflectable) else { return nil }
  return Mirror(reflecting: value).children.first?.value
}

/// Returns the values of a tuple, with their labels; nil for anything else. Calls nothing that a user wrote.
package func tupleParts(of value: Any) -> Mirror.Children? {
  if value is any CustomReflectable { return nil }
  let mirror = Mirror(reflecting: value)
  return mirror.displayStyle == .tuple ? mirror.children : nil
}

private struct CaseLabels {
  private(set) var text: String

  init(text: String) { self.text = text }

  /// Adds the name of the case, with its leading dot, and of what it holds. Returns false for anything but an enum.
  mutating func addCase(of value: Any, depth: Int) -> Bool {
    guard let name = nameOfCase(value) else { return false }
    text += ".\(name)"
    guard let held = casePayload(of: value) else { return true }
    text += "("
    if depth + 1 == ValueWords.depthAtMost {
      text += "..."
    } else if let parts = tupleParts(of: held) {
      addParts(parts, depth: depth + 1)
    } else if !addCase(of: held, depth: depth + 1) {
      text += "_:"
    }
    text += ")"
    return true
  }

  private mutating func addParts(_ parts: Mirror.Children, depth: Int) {
    for (index, part) in parts.enumerated() {
      // What comes is cut off.
      if text.utf8.count > ValueWords.bytesAtMost { return }
      if index > 0 { text += ", " }
      // The compiler's label of a part that has none is its number.
      text += part.label.map { $0.hasPrefix(".") ? "_:" : "\($0):" } ?? "_:"
      if nameOfCase(part.value) == nil { continue }
      text += " "
      _ = addCase(of: part.value, depth: depth)
    }
  }
}

/// The name of an enum's case, by the runtime; nil for anything else, and for an optional.
private func nameOfCase(_ value: Any) -> String? {
  if value is any AnyOptional { return nil }
  func name<Value>(_ value: Value) -> String? {
    unsafe runtimeCaseName(value).map { unsafe String(cString: $0) }
  }
  return _openExistential(value, do: name)
}

// The standard library's mirrors ask it, too. It finds the name by the tag of the case, and calls nothing of the type.
@_silgen_name("swift_EnumCaseName")
private func runtimeCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?

private protocol AnyOptional {}

extension Optional: AnyOptional {}
