/// One that effects belong to: they end when it goes. Incarnations are.
///
/// Not synchronised: whoever owns the registry of the effects guards it.
package class EffectOwner {
  /// Given to clients of a host to name it.
  package final let token: UInt64

  /// True if the commit that ended it has happened, so that its effects are over.
  final var isGone = false

  /// The first of the effects that run for it, in the list that its registry keeps; -1 is none.
  final var firstEffect = -1

  /// The state that throttled effects share, by identity; there once a feature throttles any.
  private final var throttles: [CancelID: Throttled]?

  /// The state of effects that are throttled under one identity.
  private struct Throttled {
    let state: any Throttling
    /// The number of the effect that owns it, or is to: the last that was registered.
    var newest: UInt64
    /// The section of that effect, where a part of it does.
    var section: UInt64?
  }

  init(token: UInt64) {
    self.token = token
  }

  /// The owner whose cancel identities reach this one's effects too; nil for the root.
  var ownerAbove: EffectOwner? { nil }

  /// Returns the state that effects share which are throttled under an identity, as the effect of a number
  /// is, and that whose place it took, to be let go of under no lock.
  ///
  /// - Parameter next: Given the state that they share so far, returns that or what takes its place.
  final func throttle(
    _ id: CancelID, of number: UInt64, _ section: UInt64?,
    next: ((any Throttling)?) -> any Throttling
  ) -> (state: any Throttling, replaced: (any Throttling)?) {
    let known = throttles?[id]?.state
    let state = next(known)
    if let known, known === state {
      inherit(id, by: number, section)
      return (state, nil)
    }
    var throttles = self.throttles ?? [:]
    // A feature may use an identity for each thing that it meets.
    if throttles.count >= 64 { throttles = throttles.filter { !$0.value.state.isOver } }
    throttles[id] = Throttled(state: state, newest: number, section: section)
    self.throttles = throttles
    return (state, known)
  }

  /// Has what waits under an identity stay behind for an effect, or a part of it, that is throttled under it and was
  /// registered last: it is dropped with that, even before that has asked for the state.
  final func inherit(_ id: CancelID, by number: UInt64, _ section: UInt64?) {
    throttles?[id]?.newest = number
    throttles?[id]?.section = section
  }

  /// Drops what effects that are throttled under an identity wait to send. Returns it, to be let go of
  /// under no lock.
  ///
  /// - Parameters:
  ///   - number: The effect that was cancelled; nil for all under the identity.
  ///   - section: The part that was cancelled, where not all of an effect was.
  final func dropThrottled(
    _ id: CancelID, of number: UInt64? = nil, in section: UInt64? = nil
  ) -> (any Sendable)? {
    guard let throttled = throttles?[id], number == nil || throttled.newest == number,
      section == nil || throttled.section == section
    else { return nil }
    return throttled.state.drop()
  }
}
