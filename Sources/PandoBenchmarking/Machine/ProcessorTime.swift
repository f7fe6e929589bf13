/// Processor time, by process and thread.
public struct ProcessorTime: Sendable {
  /// The nanoseconds of each thread that took any, by a name such as `client sender` or `worker pando-reduce`.
  public var threads: [String: UInt64]

  /// The nanoseconds of all threads together.
  public var total: UInt64 { threads.values.reduce(0, +) }

  /// Makes the time of threads, or none.
  public init(threads: [String: UInt64] = [:]) {
    self.threads = threads
  }

  mutating func add(_ other: ProcessorTime) {
    threads.merge(other.threads, uniquingKeysWith: +)
  }
}
