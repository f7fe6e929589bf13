/// Processor time, by process and thread.
public struct ProcessorTime: Sendable {
  /// The nanoseconds of each thread that took any, by a name such as `client sender` or `worker pando-reduce`.
  public var threads: [String: UInt64]

  /// The nanoseconds of `threads`, at most, that they may have taken while the processor time was read, and not in the
  /// time that was measured.
  var excess: UInt64 = 0

  /// The nanoseconds of all threads together.
  public var total: UInt64 { threads.values.reduce(0, +) }

  /// Makes the time of threads, or none.
  public init(threads: [String: UInt64] = [:]) {
    self.threads = threads
  }

  /// False where more than a fifth of the time may be of something else: the round was too short, beside threads that
  /// went on while it was read.
  var isTold: Bool { excess <= total / 5 }

  mutating func add(_ other: ProcessorTime) {
    threads.merge(other.threads, uniquingKeysWith: +)
    excess += other.excess
  }
}
