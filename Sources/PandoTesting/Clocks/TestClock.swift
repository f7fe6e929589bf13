import Synchronization

/// A clock for tests, whose time moves only when it is told to.
///
/// A task that sleeps on it waits until the time is moved past its deadline. Sleepers wake one after
/// the other, by their deadlines and then in the order in which they fell asleep, and what one does
/// comes before the next wakes.
///
/// ```swift
/// let clock = TestClock()
/// let store = Store(initialState: Game.State()) { Game() } withDependencies: {
///   $0.continuousClock = clock
/// }
/// store.send(.start)
/// await clock.advance(by: .seconds(60))
/// ```
public final class TestClock<Duration: DurationProtocol & Hashable>: Clock {
  /// A moment of the clock.
  public typealias Instant = SimulatedInstant<Duration>

  let sleepers: Mutex<SleeperQueue<Duration>>

  /// A clock at some moment.
  public init(now: Instant = Instant()) {
    sleepers = Mutex(SleeperQueue(now: now))
  }

  /// The moment to which the time was moved.
  public var now: Instant { sleepers.withLock { $0.now } }

  /// No time at all.
  public var minimumResolution: Duration { .zero }

  /// Waits until the time is moved to `deadline` or past it. A deadline of now waits too, until
  /// `advance()`.
  ///
  /// - Throws: `CancellationError`, as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    let number = sleepers.withLock { $0.makeNumber() }
    await withTaskCancellationHandler {
      await unsafe withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
        let mustSleep = sleepers.withLock { sleepers in
          // Cancelled before this, the handler has found nobody.
          unsafe !Task.isCancelled && sleepers.add(number, until: deadline, continuation)
        }
        if !mustSleep { unsafe continuation.resume() }
      }
    } onCancel: {
      unsafe sleepers.withLock { unsafe $0.remove(number) }?.resume()
    }
    sleepers.withLock { $0.noteAwake(number) }
    try Task.checkCancellation()
  }
}

extension TestClock where Duration == Swift.Duration {
  /// A clock of seconds, at its beginning.
  public convenience init() {
    self.init(now: Instant())
  }
}
