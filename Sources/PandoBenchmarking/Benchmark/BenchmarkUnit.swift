/// The unit of a benchmark's figure.
public enum BenchmarkUnit: String, Codable, Sendable {
  /// The time that one action takes.
  case nanoseconds = "ns"
  /// The time that every other action takes less than: the median of the latencies of the round.
  case medianNanoseconds = "ns p50"
  /// The number of actions in a second. More is better, as it is of files and of no other unit.
  case actionsPerSecond = "actions/s"
  /// The number of files in a second, where each is the work of several actions.
  case filesPerSecond = "files/s"
  /// The time that the whole round takes.
  case milliseconds = "ms"
  /// The memory that one of what is counted takes.
  case bytes
}
