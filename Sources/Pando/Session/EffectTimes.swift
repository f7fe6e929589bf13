package import PandoHosting

/// The times of a session's effects. Guarded by the lock of the session's outlet.
struct EffectTimes {
  /// An effect of the session, also of a host that has ended.
  struct Key: Hashable {
    let effects: HostEffects
    let number: UInt64

    /// A number of `effects` for as long as they live.
    var owner: UInt64 { UInt64(UInt(bitPattern: ObjectIdentifier(effects))) }

    static func == (one: Key, other: Key) -> Bool {
      one.effects === other.effects && one.number == other.number
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(effects))
      hasher.combine(number)
    }
  }

  private(set) var machine = EffectLimitMachine<Key>()
  /// The lanes that are open, and have an effect that was said to hang.
  var hangingLanes: Set<LaneID> = []
  /// The time, in milliseconds of a clock that never goes back.
  let now: @Sendable () -> Int
  /// Called, with the lock held, when something is due earlier than was said before.
  let onDue: @Sendable (_ atMilliseconds: Int) -> Void

  mutating func note(_ event: EffectLimitMachine<Key>.Event) {
    if machine.isEmpty, case .ended = event { return }
    let former = machine.due ?? .max
    _ = machine.handle(event, now: now())
    if let due = machine.due, due < former { onDue(due) }
  }

  /// Returns what is due at a time.
  mutating func look(now: Int) -> [EffectLimitMachine<Key>.Directive] {
    machine.handle(.tick, now: now)
  }

  mutating func forgive(now: Int) { _ = machine.handle(.forgive, now: now) }
}

/// An effect that was cancelled, and does not end.
package struct HangingEffect: Sendable {
  package let lane: LaneID
  /// A sentence for people, without its end.
  package let text: String
  /// Where the effect was written, if that is known.
  package let location: OperatorLocation?
  /// Its name, or the file and line of its code; empty where neither is known.
  package let name: String
  let key: EffectTimes.Key

  init(_ key: EffectTimes.Key, _ hang: EffectHang) {
    self.key = key
    lane = key.effects.lane
    let label = key.effects.running.label(of: key.number)
    location = label.location
    name = label.name ?? location.map { "\($0.fileID):\($0.line)" } ?? ""
    let words = key.effects.running.words(for: key.number)
    let cause = hang.ranTooLong ? "cancelled at its effectTimeout" : "cancelled"
    text = """
      \(words) of \(key.effects.feature), \(lane), has not ended for \(hang.milliseconds) ms since it was \(cause); it \
      may take \(hang.limits.cancellationMilliseconds) ms
      """
  }
}

extension HangingEffect {
  /// Returns whether it is one of those that have threads of this process.
  package func isAmong(_ occupants: Set<BlackBox.Occupant>) -> Bool {
    occupants.contains { $0.owner == key.owner && $0.number == key.number }
  }
}

/// A look at the times of a session's effects.
package struct EffectLook: Sendable {
  /// The effects that hang. Each is told once.
  package var hangs: [HangingEffect] = []
  /// The effects that have run for their time: to be cancelled without a lock, which runs code of users.
  package var cancellations = EffectCancellations()
  /// When something is due at the earliest; nil where nothing is.
  package var due: Int?
}
