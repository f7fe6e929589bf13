import Synchronization

/// Lets one action through in each interval, whichever of its effects sends it.
final class Throttle<Action, C: Clock>: Throttling where C.Duration: Sendable {
  /// An action that waits. Only its box is shared; it is handed on once, by whoever took it out.
  private struct Held: @unchecked Sendable {
    let action: Action
  }

  private struct Interval {
    var end: C.Instant?
    var held: Held?
    var round: UInt64 = 0

    /// Begins anew with an action that goes through.
    mutating func begin(until end: C.Instant) {
      self.end = end
      held = nil
    }
  }

  private enum Admission {
    case now
    case later
    case never
  }

  private let clock: C
  private let duration: C.Duration
  private let interval = Mutex(Interval())

  init(clock: C, duration: C.Duration) {
    self.clock = clock
    self.duration = duration
  }

  /// Does an effect by the state of the feature whose effect runs, where one runs; returns when what it sent
  /// has gone through, or lost its place to another.
  static func perform(
    _ effect: Effect<Action>, under id: CancelID, clock: C, duration: C.Duration, latest: Bool,
    _ send: Send<Action>
  ) async {
    let share = EffectContext.current?.throttle(id) { Throttle(clock: clock, duration: duration) }
    if let share, let throttle = share.state as? Throttle {
      await throttle.perform(effect, latest: latest, round: share.round, send)
    } else {
      await Throttle(clock: clock, duration: duration)
        .perform(effect, latest: latest, round: 0, send)
    }
  }

  var round: UInt64 { interval.withLock { $0.round } }

  func drop() -> (any Sendable)? {
    interval.withLock { interval in
      interval.round += 1
      return interval.held.take()
    }
  }

  var isOver: Bool {
    interval.withLock { interval in interval.end.map { $0 <= clock.now } ?? true }
  }

  private func perform(
    _ effect: Effect<Action>, latest: Bool, round: UInt64, _ send: Send<Action>
  ) async {
    let (waiting, announce) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    // What an effect held whose place this one took.
    if let end = heldUntil, clock.now < end { announce.yield() }
    // The closures inside are `@Sendable`, and it is done once.
    nonisolated(unsafe) let effect = effect
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await effect.perform(
          Send { action in
            switch self.admit(action, latest: latest, round: round) {
            case .now: await send(action)
            case .later: announce.yield()
            case .never: break
            }
          })
        announce.finish()
      }
      for await _ in waiting {
        while let end = heldUntil {
          guard (try? await clock.sleep(until: end, tolerance: nil)) != nil else { return }
          if let held = take() { await send(held.action) }
        }
      }
    }
  }

  private func admit(_ action: Action, latest: Bool, round: UInt64) -> Admission {
    let held = Held(action: action)
    return interval.withLock { interval in
      guard interval.round == round else { return .never }
      let now = clock.now
      if let end = interval.end, now < end {
        if latest || interval.held == nil { interval.held = held }
        return .later
      }
      interval.begin(until: now.advanced(by: duration))
      return .now
    }
  }

  /// When the action that waits is due.
  private var heldUntil: C.Instant? {
    interval.withLock { $0.held == nil ? nil : $0.end }
  }

  private func take() -> Held? {
    interval.withLock { interval in
      let now = clock.now
      // Cancelled, it would drop what an effect that took its place is to send.
      guard !Task.isCancelled, let held = interval.held, interval.end.map({ $0 <= now }) ?? true
      else { return nil }
      interval.begin(until: now.advanced(by: duration))
      return held
    }
  }
}
