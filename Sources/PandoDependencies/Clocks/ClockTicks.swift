import Synchronization

/// When a timer ticks next.
final class ClockTicks<C: Clock>: Sendable {
  private struct Times {
    let start: C.Instant
    var last: C.Instant
  }

  private let clock: C
  private let interval: C.Duration
  private let tolerance: C.Duration?
  private let times = Mutex<Times?>(nil)

  init(clock: C, interval: C.Duration, tolerance: C.Duration?) {
    self.clock = clock
    self.interval = interval
    self.tolerance = tolerance
  }

  func next() async -> C.Duration? {
    let now = clock.now
    let (start, deadline) = times.withLock { times in
      var known = times ?? Times(start: now, last: now)
      known.last = tick(after: known.last, now: now)
      times = known
      return (known.start, known.last)
    }
    do {
      try await clock.sleep(until: deadline, tolerance: tolerance)
    } catch {
      return nil
    }
    return start.duration(to: deadline)
  }

  private func tick(after last: C.Instant, now: C.Instant) -> C.Instant {
    let next = last.advanced(by: interval)
    guard next < now else { return next }
    let missed = (next.duration(to: now) / interval).rounded(.up)
    return next.advanced(by: interval * Int(missed))
  }
}
