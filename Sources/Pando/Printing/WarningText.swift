/// The values in warnings of reducers. A warning of a worker crosses to its client, and must be the same there.
package enum WarningText {
  /// Returns the full name of an action's type, and its cases.
  package static func action(_ action: Any) -> String {
    caseLabels(of: action, typeName: nameInEveryProcess(of: type(of: action)))
  }

  /// Returns the identity of an element as it describes itself, or the beginning of that with three dots behind.
  package static func id(_ id: Any) -> String { ValueWords.text(of: id) }
}
