import PandoHosting

/// The values in warnings of reducers.
enum WarningText {
  /// The longest text of one value, in bytes of UTF-8.
  ///
  /// Two of them and the words around them fit into `MessageText.bytesAtMost`. A warning of a worker is cut there: it
  /// would differ from the same one of this process, and lose the advice at its end.
  static let bytesAtMost = 1_536

  /// Returns an action as it is written in source, or the beginning of that with three dots behind.
  static func action(_ action: Any) -> String { cut(String(reflecting: action)) }

  /// Returns the identity of an element as it describes itself, or the beginning of that with three dots behind.
  static func id(_ id: Any) -> String { cut("\(id)") }

  private static func cut(_ text: String) -> String { MessageText.cut(text, to: bytesAtMost) }
}
