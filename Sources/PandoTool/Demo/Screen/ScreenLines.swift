import Pando

/// The lines that the views of the terminal are made of.
struct ScreenLines: ViewContent, Equatable {
  var lines: [String]

  init(_ lines: [String]) {
    self.lines = lines
  }

  init(_ lines: String...) {
    self.lines = lines
  }

  init(parts: [ScreenLines]) {
    lines = parts.flatMap(\.lines)
  }

  /// Exactly as wide as the terminal, and no more lines than it has.
  func fitted(to size: ScreenSize) -> ScreenLines {
    ScreenLines(lines.prefix(size.height).map { $0.fitted(to: size.width) })
  }
}
