import Synchronization

/// A clock for tests whose sleepers wake at once: sleeping only moves the time on.
public final class ImmediateClock<Duration: DurationProtocol & Hashable>: Clock {
  /// A moment of the clock.
  public typealias Instant = SimulatedInstant<Duration>

  private let time: Mutex<Instant>

  /// A clock at some moment.
  public init(now: Instant = Instant()) {
    time = Mutex(now)
  }

  /// The latest moment until which somebody has slept.
  public var now: Instant { time.withLock { $0 } }

  /// No time at all.
  public var minimumResolution: Duration { .zero }

  /// Moves the time on to `deadline`, and lets other tasks run.
  ///
  /// - Throws: `CancellationError`, where the task was cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    await Task.yield()
  }
}

extension ImmediateClock where Duration == Swift.Duration {
  /// A clock of seconds, at its beginning.
  public convenience init() {
    self.init(now: Instant())
  }
}
