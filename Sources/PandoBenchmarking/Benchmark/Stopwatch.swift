public import Glibc

/// Measures the time and the processor time from its making on.
public struct Stopwatch {
  @usableFromInline let processorTime: ProcessorTime.Reading
  @usableFromInline let start: UInt64

  /// Starts to measure. Reading the processor time takes some milliseconds, which do not count; what other threads do
  /// meanwhile is counted for theirs. A benchmark has no processor time where that may be more than a fifth of it.
  public init() {
    processorTime = ProcessorTime.Reading()
    start = Self.now
  }

  /// Nanoseconds of a clock that never goes back.
  @inlinable public static var now: UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Ends the measurement, and returns it as the round of so many actions.
  public func round(_ count: Int) -> BenchmarkRound {
    let end = Self.now
    return BenchmarkRound(
      count: count, nanoseconds: end - start,
      processorTime: processorTime.elapsed(from: start, to: end))
  }
}
