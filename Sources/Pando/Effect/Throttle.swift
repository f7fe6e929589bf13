import Synchronization

/// Lets one action through in each interval, whichever of its effects sends it.
final class Throttle<Action, C: Clock>: Throttling where C.Duration: Sendable {
  /// The pace that one effect asks for.
  private struct Pace: Sendable {
    let clock: C
    let duration: C.Duration
    let isLatest: Bool
    /// The number of the effect's turn as the owner.
    let turn: UInt64
  }

  private struct Interval {
    /// When the last action went through; nil before the first.
    var start: C.Instant?
    /// The longest interval that any effect has asked for.
    var longest: C.Duration?
    /// True while an effect owns it.
    var isOwned = false
    /// Only where the interval has a start.
    var held: HeldAction<Action>?
    /// The number of the turn that lasts.
    var turn: UInt64 = 0

    /// Begins anew with an action that goes through.
    mutating func begin(at start: C.Instant) {
      self.start = start
      held = nil
    }

    /// Returns when an effect's next action may go through; nil for at once.
    func end(by pace: Pace) -> C.Instant? { start?.advanced(by: pace.duration) }

    /// When no effect waits for the last action any more, if each asks for no more than those before it did.
    var lastEnd: C.Instant? {
      start.flatMap { start in longest.map { start.advanced(by: $0) } }
    }

    mutating func note(_ duration: C.Duration) {
      longest = max(longest ?? duration, duration)
    }
  }

  private enum Admission {
    case now
    case later
    /// It waits, for the end of the interval that begins with one that is due.
    case behind(HeldAction<Action>)
    case never
  }

  private let clock: C
  private let interval: Mutex<Interval>

  private init(clock: C, interval: Interval = Interval()) {
    self.clock = clock
    self.interval = Mutex(interval)
  }

  /// Does an effect by the state of the feature whose effect runs, where one runs; returns when what it sent
  /// has gone through, or lost its place to another.
  static func perform(
    _ effect: Effect<Action>, under id: CancelID, clock: C, duration: C.Duration, latest: Bool,
    _ send: Send<Action>
  ) async {
    // A user's clock is not asked with a lock held.
    let now = clock.now
    let context = EffectContext.current
    let share = context?.throttle(id) { next(after: $0, clock, now) }
    let shared = share?.state as? Throttle
    if shared == nil, let share { share.state.end(share.turn) }
    // Cancelled before it began, it owns nothing, and nothing of it goes through.
    let isCancelled = context != nil && share == nil
    let turn = isCancelled ? UInt64.max : shared == nil ? 0 : share?.turn ?? 0
    let pace = Pace(clock: clock, duration: duration, isLatest: latest, turn: turn)
    await (shared ?? Throttle(clock: clock)).perform(effect, pace, send)
  }

  /// Returns the state of effects that a clock paces: the one before, or one with what waited in that.
  private static func next(
    after known: (any Throttling)?, _ clock: C, _ now: C.Instant
  ) -> any Throttling {
    guard let known else { return Throttle(clock: clock) }
    // An identity that is used for actions of two types is kept by the first.
    guard known.actionType == Action.self else { return known }
    if let known = known as? Throttle, known.isPaced(by: clock) { return known }
    var interval = Interval()
    if let held = known.drop() as? HeldAction<Action> {
      interval.begin(at: now)
      interval.held = held
    }
    return Throttle(clock: clock, interval: interval)
  }

  /// Returns whether a clock is the one of this state. Clocks that are no objects tell the same time where they
  /// are of one type.
  private func isPaced(by other: C) -> Bool {
    !(C.self is AnyClass) || clock as AnyObject === other as AnyObject
  }

  var actionType: Any.Type { Action.self }

  func begin() -> UInt64 {
    interval.withLock { interval in
      interval.turn += 1
      interval.isOwned = true
      return interval.turn
    }
  }

  func end(_ turn: UInt64) {
    interval.withLock { interval in
      if interval.turn == turn { interval.isOwned = false }
    }
  }

  func drop() -> (any Sendable)? {
    interval.withLock { interval in
      interval.turn += 1
      interval.isOwned = false
      return interval.held.take()
    }
  }

  var isOver: Bool {
    interval.withLock { interval in
      !interval.isOwned && interval.held == nil
        && interval.lastEnd.map { $0 <= clock.now } ?? true
    }
  }

  private func perform(_ effect: Effect<Action>, _ pace: Pace, _ send: Send<Action>) async {
    interval.withLock { $0.note(pace.duration) }
    defer { end(pace.turn) }
    let (waiting, announce) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    // What an effect held whose place this one took.
    if heldUntil(by: pace) != nil { announce.yield() }
    // Of the throttled effect, not of the part of it that happens to send.
    let due = EffectContext.current?.sendingDue
    // The closures inside are `@Sendable`, and it is done once.
    nonisolated(unsafe) let effect = effect
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await effect.perform(
          Send { action in
            switch self.admit(action, pace) {
            case .now: await send(action)
            case .later: announce.yield()
            case .behind(let held):
              announce.yield()
              await self.sendDue(held, send, due)
            case .never: break
            }
          })
        announce.finish()
      }
      for await _ in waiting {
        while let end = heldUntil(by: pace) {
          guard await sleep(until: end, pace.clock) else { return }
          if let held = take(pace) { await sendDue(held, send, due) }
        }
      }
    }
  }

  /// Sends an action that was taken out. No other effect knows of it any more, so it is not lost where one takes this
  /// one's place.
  private func sendDue(
    _ held: HeldAction<Action>, _ send: Send<Action>, _ context: EffectContext?
  ) async {
    await EffectContext.$current.withValue(context) { await send(held.action) }
  }

  /// Returns at the end of an interval; false where the task was cancelled, or the clock fails before that.
  private func sleep(until end: C.Instant, _ clock: C) async -> Bool {
    if clock.now < end {
      // A clock that fails once may fail each time, at once.
      do {
        try await clock.sleep(until: end, tolerance: nil)
      } catch {
        guard end <= clock.now else { return false }
      }
    }
    return !Task.isCancelled
  }

  private func admit(_ action: Action, _ pace: Pace) -> Admission {
    let held = HeldAction(action: action)
    return interval.withLock { interval in
      guard interval.turn == pace.turn else { return .never }
      let now = pace.clock.now
      if let end = interval.end(by: pace), now < end {
        if pace.isLatest || interval.held == nil { interval.held = held }
        return .later
      }
      // Whoever waits for its end has not got there yet.
      let due = interval.held.take()
      interval.begin(at: now)
      guard let due else { return .now }
      interval.held = held
      return .behind(due)
    }
  }

  /// Returns when the action that waits is due; nil where none does, or another is to send it.
  private func heldUntil(by pace: Pace) -> C.Instant? {
    interval.withLock { interval in
      interval.turn == pace.turn && interval.held != nil ? interval.end(by: pace) : nil
    }
  }

  private func take(_ pace: Pace) -> HeldAction<Action>? {
    interval.withLock { interval in
      let now = pace.clock.now
      // Cancelled, it leaves it to the effect that took its place, if one did.
      guard !Task.isCancelled, interval.turn == pace.turn, let held = interval.held,
        interval.end(by: pace).map({ $0 <= now }) ?? true
      else { return nil }
      interval.begin(at: now)
      return held
    }
  }
}
