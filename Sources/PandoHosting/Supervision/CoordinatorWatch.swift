/// Tells whether a coordinator answers.
///
/// A coordinator alone knows all workers, and what other programs have there, so it is asked for each lane. But a worker
/// that is linked hosts what it hosts without it. So there are *outages*, in which lanes go to linked members at once,
/// and no coordinator is waited for.
///
/// An outage begins with a question that fails, or that nobody answers for a while: a process that is stopped refuses
/// nothing. It ends when a worker is named. What is refused ends it later, as a coordinator that was started again knows
/// no worker until those that there are have joined it.
///
/// Who ends the wait for an answer: the tick that `deadline` asks for (the supervisor's thread), and the answer or the
/// time-out of the question (the control plane's), whichever is first. Neither runs what a user wrote, and either is
/// enough. The store is told by the thread that makes its calls, as of any other placement.
struct CoordinatorWatch {
  private enum State {
    /// Since when questions are out of which none has been answered; nil where none is out.
    case answers(askedAt: Int?)
    /// Since when all that is asked is refused.
    case away(refusesSince: Int?)
  }

  private let limits: PoolLimits
  private var state = State.answers(askedAt: nil)
  /// When a lane that has a place may ask whether somebody answers.
  private var probeAt = 0

  init(limits: PoolLimits) { self.limits = limits }

  var isAway: Bool { if case .away = state { true } else { false } }

  /// When questions have been out for so long that somebody should have answered; nil where that is known.
  var deadline: Int? {
    guard case .answers(let askedAt?) = state else { return nil }
    return askedAt + limits.answerMilliseconds
  }

  mutating func noteQuestion(_ now: Int) {
    if case .answers(askedAt: nil) = state { state = .answers(askedAt: now) }
  }

  /// A worker was named. Returns whether that ends an outage.
  mutating func noteNamed(isAsking: Bool, _ now: Int) -> Bool {
    defer { (state, probeAt) = (.answers(askedAt: isAsking ? now : nil), 0) }
    return isAway
  }

  mutating func noteRefusal(isAsking: Bool, _ now: Int) {
    probeAt = now + limits.probeMilliseconds
    if case .away(let refusesSince) = state {
      let since = refusesSince ?? now
      let hasRefusedForLong = now - since >= limits.rejoinMilliseconds
      guard hasRefusedForLong else { return state = .away(refusesSince: since) }
    }
    state = .answers(askedAt: isAsking ? now : nil)
  }

  /// A question has failed. Returns whether an outage begins.
  mutating func noteSilence(isAsking: Bool, isStopping: Bool, _ now: Int) -> Bool {
    probeAt = now + limits.probeMilliseconds
    let begins = !isAway && !isStopping
    if isAway || begins {
      state = .away(refusesSince: nil)
    } else {
      state = .answers(askedAt: isAsking ? now : nil)
    }
    return begins
  }

  /// Returns whether an outage begins as nobody has answered in time.
  mutating func noticeSilence(_ now: Int) -> Bool {
    guard let deadline, deadline <= now else { return false }
    state = .away(refusesSince: nil)
    return true
  }

  /// Returns whether a lane that has a place may ask if a coordinator answers again.
  func mayProbe(_ now: Int) -> Bool { isAway && probeAt <= now }
}
