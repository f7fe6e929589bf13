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
  }

  private enum Admission {
    case now
    case later
  }

  private let clock: C
  private let duration: C.Duration
  private let interval = Mutex(Interval())

  init(clock: C, duration: C.Duration) {
    self.clock = clock
    self.duration = duration
  }

  /// That of the feature whose effect runs, where one runs.
  static func shared(_ id: CancelID, clock: C, duration: C.Duration) -> Throttle {
    let made = EffectContext.current?.throttle(id) { Throttle(clock: clock, duration: duration) }
    return made as? Throttle ?? Throttle(clock: clock, duration: duration)
  }

  var isOver: Bool {
    interval.withLock { interval in interval.end.map { $0 <= clock.now } ?? true }
  }

  /// Does an effect; returns when what it sent has gone through, or lost its place to another.
  func perform(_ effect: Effect<Action>, latest: Bool, _ send: Send<Action>) async {
    let (waiting, announce) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    // What an effect held whose place this one took.
    if let end = heldUntil, clock.now < end { announce.yield() }
    // The closures inside are `@Sendable`, and it is done once.
    nonisolated(unsafe) let effect = effect
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await effect.perform(
          Send { action in
            switch self.admit(action, latest: latest) {
            case .now: await send(action)
            case .later: announce.yield()
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

  private func admit(_ action: Action, latest: Bool) -> Admission {
    let held = Held(action: action)
    return interval.withLock { interval in
      let now = clock.now
      if let end = interval.end, now < end {
        if latest || interval.held == nil { interval.held = held }
        return .later
      }
      interval = Interval(end: now.advanced(by: duration))
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
      interval = Interval(end: now.advanced(by: duration))
      return held
    }
  }
}
