/// A type that views are made of: the lines of a terminal, the nodes of a page.
///
/// ```swift
/// struct Lines: ViewContent {
///   var lines: [String]
///   init(_ lines: String...) { self.lines = lines }
///   init(parts: [Lines]) { lines = parts.flatMap(\.lines) }
/// }
/// ```
public protocol ViewContent: SendableMetatype {
  /// Puts parts together, in order. No parts make content that shows nothing.
  init(parts: [Self])
}
