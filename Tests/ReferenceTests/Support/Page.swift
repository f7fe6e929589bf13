import Pando

/// The content of the samples' views: lines of text.
struct Page: ViewContent, Equatable {
  var lines: [String]

  init(parts: [Page]) {
    lines = parts.flatMap(\.lines)
  }

  init(_ lines: String...) {
    self.lines = lines
  }
}

/// A line.
struct Text: StoreView {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  var body: Page { Page(text) }
}

/// A button that somebody may press.
struct Button: StoreView {
  let title: String
  let action: () -> Void

  init(_ title: String, action: @escaping () -> Void) {
    self.title = title
    self.action = action
  }

  var body: Page { Page("[\(title)]") }
}
