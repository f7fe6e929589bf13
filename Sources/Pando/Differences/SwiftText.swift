import FoundationEssentials
import PandoBase

/// Values as Swift source, as far as their parts tell.
///
/// Enums, structs with their memberwise initializer, collections, and the usual values of the standard
/// library and Foundation come out as source that compiles where the type is known; other values as
/// their description. Of a value with more than 10,000 parts, or nested deeper than 32 levels, only its cases are named.
package enum SwiftText {
  /// Returns an action with a dot in front, as an element of a list.
  package static func list(_ values: [Any], indentation: Int) -> String {
    if values.isEmpty { return "[]" }
    let space = String(repeating: " ", count: indentation)
    let lines = values.map { "\(space)  \(text(of: $0))," }
    return "[\n\(lines.joined(separator: "\n"))\n\(space)]"
  }

  package static func text(of value: Any) -> String {
    guard ValueBounds.hold(value, parts: 10_000, bytes: .max) else {
      return "/* too large to be written */ \(caseLabels(of: value))"
    }
    return source(of: value).cut(toBytes: ValueText.bytesAtMost)
  }

  private static func source(of value: Any) -> String {
    switch value {
    case let value as String: return literal(value)
    case let value as UUID: return "UUID(uuidString: \"\(value.uuidString)\")!"
    case let value as Date: return "Date(timeIntervalSince1970: \(value.timeIntervalSince1970))"
    case let value as URL: return "URL(string: \(value.absoluteString.debugDescription))!"
    case let value as Data:
      let bytes = "\([UInt8](value.prefix(bytesAtMost)))"
      return value.count > bytesAtMost
        ? "Data(\(bytes)) /* and so on, \(value.count) bytes */" : "Data(\(bytes))"
    default: break
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { source(of: $0.value) } ?? "nil"
    case .enum: return enumText(value, mirror)
    case .collection: return "[\(elements(mirror).joined(separator: ", "))]"
    case .set: return "[\(elements(mirror).sorted().joined(separator: ", "))]"
    case .dictionary: return dictionaryText(mirror)
    case .tuple: return "(\(arguments(mirror)))"
    case .struct where !mirror.children.isEmpty && !isStandard(value):
      return "\(typeName(type(of: value)))(\(arguments(mirror)))"
    default: return String(describing: value)
    }
  }

  /// Longer texts are cut: nobody pastes them.
  private static let bytesAtMost = 4_096

  private static func literal(_ text: String) -> String {
    let count = text.utf8.count
    if count <= bytesAtMost { return text.debugDescription }
    return "\(String(text.prefix(40)).debugDescription) /* and so on, \(count) bytes */"
  }

  private static func isStandard(_ value: Any) -> Bool {
    let name = String(reflecting: type(of: value))
    return name.hasPrefix("Swift.") || name.hasPrefix("Foundation")
  }

  private static func enumText(_ value: Any, _ mirror: Mirror) -> String {
    guard let payload = mirror.children.first, let label = payload.label else {
      return ".\(value)"
    }
    let parts = Mirror(reflecting: payload.value)
    // A payload with a label, or with several parts, is a tuple.
    if parts.displayStyle == .tuple { return ".\(label)(\(arguments(parts)))" }
    return ".\(label)(\(source(of: payload.value)))"
  }

  private static func dictionaryText(_ mirror: Mirror) -> String {
    let entries = mirror.children.map { child in
      Mirror(reflecting: child.value).children.map { source(of: $0.value) }.joined(separator: ": ")
    }
    return entries.isEmpty ? "[:]" : "[\(entries.sorted().joined(separator: ", "))]"
  }

  private static func elements(_ mirror: Mirror) -> [String] {
    mirror.children.map { source(of: $0.value) }
  }

  private static func arguments(_ mirror: Mirror) -> String {
    mirror.children.map { child in
      let label = child.label.map { String($0.drop { $0 == "_" }) } ?? ""
      return label.isEmpty || label.hasPrefix(".")
        ? source(of: child.value) : "\(label): \(source(of: child.value))"
    }
    .joined(separator: ", ")
  }
}

/// Returns the name of a type without its module.
package func typeName(_ type: Any.Type) -> String {
  // A function's has no single module.
  if String(reflecting: type).contains("->") { return String(describing: type) }
  let parts = String(reflecting: type).split(separator: ".")
    .filter { !$0.hasPrefix("(unknown context") }
  return parts.dropFirst().joined(separator: ".")
}
