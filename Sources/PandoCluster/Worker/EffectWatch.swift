import Pando
import Synchronization

/// The sessions with effects that were cancelled, or have a time to run, so that the watch finds those that do not end.
final class EffectWatch: Sendable {
  /// An effect that hangs, and its client's session.
  struct Hang: Sendable {
    let session: ClientSession
    let effect: HangingEffect
    /// False where it may wait for a thread that another effect has.
    var isCertain = true

    /// A sentence for people, without its end.
    var text: String { "\(effect.text). It is of \(session.name)" }
  }

  private struct State {
    var sessions: [ObjectIdentifier: ClientSession] = [:]
    var due: Int?
  }

  private let state = Mutex(State())

  /// When something is due at the earliest; nil where nothing is.
  var due: Int? { state.withLock { $0.due } }

  /// Notes that something is due for a session. Returns whether nothing was due before that time.
  func note(_ session: ClientSession, due time: Int) -> Bool {
    state.withLock { state in
      state.sessions[ObjectIdentifier(session)] = session
      guard time < state.due ?? .max else { return false }
      state.due = time
      return true
    }
  }

  /// Returns the effects that hang, and what cancels those that have run for their time. O(effects that it knows of), where
  /// something is due.
  func look(now: Int) -> (hangs: [Hang], cancellations: [EffectCancellations]) {
    guard let due, due <= now else { return ([], []) }
    var (hangs, cancellations): ([Hang], [EffectCancellations]) = ([], [])
    // What is noted from here on is looked at again: no session is freed, or asked, with the lock held.
    for session in takeSessions() {
      let look = session.host.lookAtEffects(now: now)
      hangs += look.hangs.map { Hang(session: session, effect: $0) }
      if !look.cancellations.isEmpty { cancellations.append(look.cancellations) }
      if let due = look.due { _ = note(session, due: due) }
    }
    return (hangs, cancellations)
  }

  /// Returns the same effects with what is certain of each, by those that have threads: one of these does not end by its own
  /// fault. Where others have threads, it may be theirs that the rest do not.
  static func judge(_ hangs: [Hang], _ occupants: Set<BlackBox.Occupant>) -> [Hang] {
    hangs.map { hang in
      var hang = hang
      hang.isCertain = occupants.isEmpty || hang.effect.isAmong(occupants)
      return hang
    }
  }

  /// Has all times begin anew.
  func forgive(now: Int) {
    for session in state.withLock({ Array($0.sessions.values) }) {
      session.host.forgiveEffects(now: now)
    }
  }

  private func takeSessions() -> [ClientSession] {
    state.withLock { state in
      defer { state = State() }
      return Array(state.sessions.values)
    }
  }
}
