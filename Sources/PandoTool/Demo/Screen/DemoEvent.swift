import PandoHosting

/// Something that happened, and when.
struct DemoEvent: Equatable, Sendable {
  /// Since the demo began.
  let seconds: Double
  let text: String

  /// The text of the line.
  var line: String { seconds.formatted(decimals: 2).right(in: 7) + " s  " + text.printable }
}
