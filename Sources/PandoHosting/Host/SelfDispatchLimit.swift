/// The sends of effects that a host lets pass before it dispatches one itself again.
///
/// A self-dispatch that the client refuses is wasted, and to take it back rebuilds the state. A client that
/// dispatches all the time would refuse each. So after a refusal the next sends go the usual way, twice as many each
/// time, up to 64; a success ends that.
struct SelfDispatchLimit {
  private static let passedAtMost = 64

  private var penalty = 0
  private var left = 0

  /// Returns whether the next send may be dispatched by the host itself.
  mutating func takes() -> Bool {
    if left == 0 { return true }
    left -= 1
    return false
  }

  mutating func noteSuccess() { penalty = 0 }

  mutating func noteFailure() {
    penalty = Swift.min(Self.passedAtMost, Swift.max(1, penalty * 2))
    left = penalty
  }
}
