/// A drain, as the worker that drains says it.
package struct DrainLeft: Hashable, Codable, Sendable {
  /// The time until the deadline.
  package let milliseconds: Int
  /// True if the process of the worker is about to end.
  package let isEnding: Bool

  package init(milliseconds: Int, isEnding: Bool) {
    self.milliseconds = milliseconds
    self.isEnding = isEnding
  }
}
