/// The unit of a benchmark's figure.
public enum BenchmarkUnit: String, Codable, Sendable {
  /// The time that one action takes.
  case nanoseconds = "ns"
  /// The number of actions in a second. More is better, as with no other unit.
  case actionsPerSecond = "actions/s"
  /// The time that the whole round takes.
  case milliseconds = "ms"
  /// The memory that one of what is counted takes.
  case bytes
}
