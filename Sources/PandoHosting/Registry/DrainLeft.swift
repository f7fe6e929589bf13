/// A drain, as the worker that drains says it.
package struct DrainLeft: Hashable, Codable, Sendable {
  /// The longest time that a drain may give effects, whoever says so: a week.
  package static let millisecondsAtMost = 7 * 24 * 3_600_000

  /// The time until the deadline.
  package let milliseconds: Int
  /// True if the process of the worker is about to end.
  package let isEnding: Bool

  package init(milliseconds: Int, isEnding: Bool) {
    self.milliseconds = milliseconds
    self.isEnding = isEnding
  }
}
