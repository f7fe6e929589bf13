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
  /// The number of effects that run for it.
  final var effectCount = 0

  /// The state that throttled effects share, by identity; there once a feature throttles any.
  private final var throttles: [CancelID: any Throttling]?

  init(token: UInt64) {
    self.token = token
  }

  /// The owner whose cancel identities reach this one's effects too; nil for the root.
  var ownerAbove: EffectOwner? { nil }

  /// Returns the state that effects share which are throttled under an identity.
  final func throttle(_ id: CancelID, make: () -> any Throttling) -> any Throttling {
    var throttles = self.throttles ?? [:]
    if let known = throttles[id] { return known }
    // A feature may use an identity for each thing that it meets.
    if throttles.count >= 64 { throttles = throttles.filter { !$0.value.isOver } }
    let made = make()
    throttles[id] = made
    self.throttles = throttles
    return made
  }
}
