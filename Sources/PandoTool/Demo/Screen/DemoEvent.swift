/// Something that happened, and when.
struct DemoEvent: Equatable, Sendable {
  /// Since the demo began.
  let seconds: Double
  let text: String

  /// How it is written.
  var line: String { seconds.formatted(decimals: 2).right(in: 7) + " s  " + text.printable }
}
