/// The figures of one round of a benchmark.
public struct BenchmarkRound: Sendable {
  /// The number of actions, or of what else the figure is of.
  public var count: Int

  /// The time that they took together.
  public var nanoseconds: UInt64

  /// The memory that they took together, for a benchmark whose unit is bytes.
  public var bytes: Int

  /// The nanoseconds that single actions took: of all, or of some.
  public var latencies: [UInt64]

  /// The processor time that they took together, in this process and in those that it started; none where it could
  /// not be told.
  public var processorTime: ProcessorTime

  /// A condition of the round that a reader is to know, such as the rate at which actions came.
  public var note: String?

  /// Makes a round of figures that were measured in another way than by a ``Stopwatch``.
  public init(
    count: Int, nanoseconds: UInt64 = 0, bytes: Int = 0, latencies: [UInt64] = [],
    processorTime: ProcessorTime = ProcessorTime(), note: String? = nil
  ) {
    self.count = count
    self.nanoseconds = nanoseconds
    self.bytes = bytes
    self.latencies = latencies
    self.processorTime = processorTime
    self.note = note
  }

  /// Calls `body` so many times and measures all calls together, then a tenth of them one by one.
  ///
  /// Each single latency has a reading of the clock in it, some 20 to 40 ns: it tells how calls differ, and the figure of
  /// all together what one takes.
  ///
  /// - Parameters:
  ///   - count: The number of calls.
  ///   - body: Sends one action; it is given the number of the call, from zero in each of the two loops.
  @inlinable
  public static func timing(_ count: Int, _ body: (_ index: Int) throws -> Void) rethrows
    -> BenchmarkRound
  {
    let stopwatch = Stopwatch()
    for index in 0..<count { try body(index) }
    var round = stopwatch.round(count)
    round.latencies.reserveCapacity(count / 10)
    for index in 0..<count / 10 {
      let start = Stopwatch.now
      try body(index)
      round.latencies.append(Stopwatch.now - start)
    }
    return round
  }

  /// Calls `body` so many times, one call after the other, and measures each and all.
  ///
  /// - Parameters:
  ///   - count: The number of calls.
  ///   - body: Sends one action and waits for it; it is given the number of the call.
  @inlinable
  public static func awaiting(
    _ count: Int, isolation: isolated (any Actor)? = #isolation,
    _ body: (_ index: Int) async throws -> Void
  ) async rethrows -> BenchmarkRound {
    var latencies: [UInt64] = []
    latencies.reserveCapacity(count)
    let stopwatch = Stopwatch()
    for index in 0..<count {
      let start = Stopwatch.now
      try await body(index)
      latencies.append(Stopwatch.now - start)
    }
    var round = stopwatch.round(count)
    round.latencies = latencies
    return round
  }

  /// The figure of the round, in a unit.
  func figure(in unit: BenchmarkUnit) -> Double {
    switch unit {
    case .nanoseconds: Double(nanoseconds) / Double(max(1, count))
    case .medianNanoseconds:
      Measurement.quantile(0.5, of: latencies.map { UInt32(clamping: $0) }.sorted()) ?? 0
    case .actionsPerSecond, .filesPerSecond: Double(count) * 1e9 / Double(max(1, nanoseconds))
    case .milliseconds: Double(nanoseconds) / 1e6
    case .bytes: Double(bytes) / Double(max(1, count))
    }
  }
}
