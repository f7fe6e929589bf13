import Pando

/// Content of the tests: lines of text.
struct Lines: ViewContent, Equatable {
  var lines: [String]

  init(_ lines: String...) {
    self.lines = lines
  }

  init(parts: [Lines]) {
    lines = parts.flatMap(\.lines)
  }
}
