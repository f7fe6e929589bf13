/// The ticks of a clock, as a sequence that does not end until its task is cancelled.
///
/// Each element is the time that has passed since the first was asked for. Ticks that are due while
/// nobody waits for them are left out.
public struct ClockTimer<Duration: DurationProtocol>: AsyncSequence, Sendable {
  fileprivate let makeTicks: @Sendable () -> @Sendable () async -> Duration?

  /// A new timer, which begins with its first element.
  public func makeAsyncIterator() -> Iterator {
    Iterator(waitForTick: makeTicks())
  }

  /// Waits for one tick after the other.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let waitForTick: @Sendable () async -> Duration?

    /// Waits for the next tick; nil once the task was cancelled.
    public mutating func next() async -> Duration? {
      await waitForTick()
    }

    /// Waits for the next tick; nil once the task was cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Duration? {
      await waitForTick()
    }
  }
}

extension Clock {
  /// Ticks each `interval`, which is longer than zero.
  ///
  /// - Parameter tolerance: How late a tick may be, or what the clock thinks right.
  public func timer(interval: Duration, tolerance: Duration? = nil) -> ClockTimer<Duration> {
    precondition(interval > .zero, "the interval of a timer is longer than zero")
    return ClockTimer {
      let ticks = ClockTicks(clock: self, interval: interval, tolerance: tolerance)
      return { await ticks.next() }
    }
  }
}
