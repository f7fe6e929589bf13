package import PandoWire

/// What a host answers for one action.
package struct HostedResult: Equatable, Sendable {
  /// What the action changed, based on the state that the action before it left.
  package var patch: Patch

  /// How many effects wait for the commit.
  package var effectCount: Int

  /// Whether the host wants to hear of the commit soon: effects wait, or some must be cancelled.
  package var awaitsCommit: Bool

  /// The actions that the reducer returned as `Effect.send`, in order.
  package var sends: [HostedAction]

  /// The encoded identities under which the feature cancelled effects: its parent may have some too.
  package var cancels: [[UInt8]]

  /// Misuses that the reducers met, for people.
  package var warnings: [String]

  /// Whether the incarnation that sent the action had gone, so that it was not reduced at all.
  package var isDropped: Bool

  /// Whether it brings nothing but a patch.
  package var isPlain: Bool {
    effectCount == 0 && sends.isEmpty && cancels.isEmpty && warnings.isEmpty
  }

  package init(
    patch: Patch = .unchanged,
    effectCount: Int = 0,
    awaitsCommit: Bool = false,
    sends: [HostedAction] = [],
    cancels: [[UInt8]] = [],
    warnings: [String] = [],
    isDropped: Bool = false
  ) {
    self.patch = patch
    self.effectCount = effectCount
    self.awaitsCommit = awaitsCommit
    self.sends = sends
    self.cancels = cancels
    self.warnings = warnings
    self.isDropped = isDropped
  }
}
