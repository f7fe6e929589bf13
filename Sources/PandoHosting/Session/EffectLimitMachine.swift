/// Tells which effects of a session take longer than they may. One that has run for its time is to be cancelled. One that
/// was cancelled, in whatever way, and has not ended within its time hangs.
///
/// Knows only effects that were cancelled or have a time to run. Pure: time arrives with the events, in milliseconds of a
/// clock that never goes back.
package struct EffectLimitMachine<Effect: Hashable>: Equatable {
  package enum Event: Equatable {
    case started(Effect, EffectLimits)
    /// It was cancelled. Said again, that changes nothing.
    case cancelled(Effect, EffectLimits)
    /// It waits for its client, and cannot end before. Where it was cancelled its time begins anew, also where it was said
    /// to hang.
    case waits(Effect)
    case ended(Effect)
    /// The process was stopped, or is held by a debugger: all times begin anew.
    case forgive
    /// Time has passed.
    case tick
  }

  package enum Directive: Equatable {
    /// Cancel it: it has run for its time.
    case cancel(Effect)
    /// It has not ended, and is to be ended by force. Said once.
    case end(Effect, EffectHang)
  }

  private enum Standing: Equatable {
    case running(until: Int, EffectLimits)
    case cancelled(since: Int, EffectLimits, ranTooLong: Bool)
    case hanging(EffectLimits, ranTooLong: Bool)

    var isOfCancelled: Bool { if case .running = self { false } else { true } }

    /// When something is due for it.
    var due: Int? {
      switch self {
      case .running(let time, _): time
      case .cancelled(let since, let limits, _): since + limits.cancellationMilliseconds
      case .hanging: nil
      }
    }
  }

  private var standings: [Effect: Standing] = [:]

  /// The time before which no tick brings anything; nil where none will. What ended early leaves it as it was, so that it
  /// mostly stays where effects come and go.
  package private(set) var due: Int?

  package init() {}

  /// True if nothing is known of any effect.
  package var isEmpty: Bool { standings.isEmpty }

  /// The number of effects that were said to hang and have not ended. O(effects that are known).
  package var hangingCount: Int {
    standings.values.count { if case .hanging = $0 { true } else { false } }
  }

  /// Returns what is to be done, in no particular order. O(1), but for a tick that is due and for `forgive`: O(effects that
  /// are known).
  package mutating func handle(_ event: Event, now: Int) -> [Directive] {
    switch event {
    case .started(let effect, let limits):
      if let time = limits.effectMilliseconds { set(effect, .running(until: now + time, limits)) }
    case .cancelled(let effect, let limits):
      switch standings[effect] {
      case nil, .running: set(effect, .cancelled(since: now, limits, ranTooLong: false))
      case .cancelled, .hanging: break
      }
    case .waits(let effect):
      switch standings[effect] {
      case let standing? where standing.isOfCancelled: set(effect, anew(standing, now))
      case .running, .cancelled, .hanging, nil: break
      }
    case .ended(let effect):
      standings[effect] = nil
    case .forgive:
      due = nil
      for (effect, standing) in standings { set(effect, anew(standing, now)) }
    case .tick:
      return tick(now)
    }
    return []
  }

  private mutating func set(_ effect: Effect, _ standing: Standing) {
    standings[effect] = standing
    if let time = standing.due { due = min(due ?? time, time) }
  }

  private func anew(_ standing: Standing, _ now: Int) -> Standing {
    switch standing {
    case .running(_, let limits):
      .running(until: now + (limits.effectMilliseconds ?? 0), limits)
    case .cancelled(_, let limits, let ranTooLong), .hanging(let limits, let ranTooLong):
      .cancelled(since: now, limits, ranTooLong: ranTooLong)
    }
  }

  private mutating func tick(_ now: Int) -> [Directive] {
    guard let due, due <= now else { return [] }
    self.due = nil
    var directives: [Directive] = []
    for (effect, standing) in standings {
      guard let time = standing.due else { continue }
      if time > now {
        set(effect, standing)
        continue
      }
      switch standing {
      case .running(_, let limits):
        directives.append(.cancel(effect))
        set(effect, .cancelled(since: now, limits, ranTooLong: true))
      case .cancelled(let since, let limits, let ranTooLong):
        let hang = EffectHang(milliseconds: now - since, limits: limits, ranTooLong: ranTooLong)
        directives.append(.end(effect, hang))
        set(effect, .hanging(limits, ranTooLong: ranTooLong))
      case .hanging:
        break
      }
    }
    return directives
  }
}

/// An effect that was cancelled and does not end.
package struct EffectHang: Equatable, Sendable {
  /// The time since its cancellation, in milliseconds.
  package let milliseconds: Int
  package let limits: EffectLimits
  /// True if it was cancelled as it had run for its time.
  package let ranTooLong: Bool

  package init(milliseconds: Int, limits: EffectLimits, ranTooLong: Bool) {
    self.milliseconds = milliseconds
    self.limits = limits
    self.ranTooLong = ranTooLong
  }
}
