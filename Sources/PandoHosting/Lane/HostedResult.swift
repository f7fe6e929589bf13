package import PandoWire

/// The answer of a host for one action.
package struct HostedResult: Equatable, Sendable {
  /// The change by the action, based on the state that the action before it left.
  package let patch: Patch

  /// The number of bytes that the patch carries.
  package let patchBytes: Int

  /// True if the host wants to hear of the commit soon: effects wait, or some must be cancelled.
  package var awaitsCommit: Bool

  /// True if the incarnation that sent the action had gone, so that it was not reduced at all.
  package var isDropped: Bool

  /// The rare parts of a result; nil when there are none.
  private var extras: Extras?

  private final class Extras: Sendable {
    let effectCount: Int
    let sends: [HostedAction]
    let cancels: [[UInt8]]
    let warnings: [String]
    /// The number of bytes that all these take in memory, about.
    let heldBytes: Int

    init(
      _ effectCount: Int, _ sends: [HostedAction], _ cancels: [[UInt8]], _ warnings: [String]
    ) {
      self.effectCount = effectCount
      self.sends = sends
      self.cancels = cancels
      self.warnings = warnings
      heldBytes =
        sends.reduce(0) { $0 + $1.bytes.count + MemoryLayout<HostedAction>.stride }
        + cancels.reduce(0) { $0 + $1.count } + warnings.reduce(0) { $0 + $1.utf8.count }
    }
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
    patchBytes = patch.byteCount
    self.awaitsCommit = awaitsCommit
    self.isDropped = isDropped
    if effectCount > 0 || !sends.isEmpty || !cancels.isEmpty || !warnings.isEmpty {
      extras = Extras(effectCount, sends, cancels, warnings)
    }
  }

  /// Only a patch.
  package init(plain patch: Patch) {
    self.patch = patch
    patchBytes = patch.byteCount
    awaitsCommit = false
    isDropped = false
  }

  /// True if the patch changes anything.
  package var changesState: Bool { if case .unchanged = patch { false } else { true } }

  /// True if it brings nothing but a patch.
  package var isPlain: Bool { extras == nil }

  /// The number of bytes that it takes in memory, about.
  package var heldBytes: Int { patch.heldBytes + (extras?.heldBytes ?? 0) }

  /// The number of effects that wait for the commit.
  package var effectCount: Int { extras?.effectCount ?? 0 }

  /// The actions that the reducer returned as `Effect.send`, in order.
  package var sends: [HostedAction] { extras?.sends ?? [] }

  /// The encoded identities under which the feature cancelled effects: its parent may have some too.
  package var cancels: [[UInt8]] { extras?.cancels ?? [] }

  /// Misuses that the reducers met, for people.
  package var warnings: [String] { extras?.warnings ?? [] }

  package static func == (left: HostedResult, right: HostedResult) -> Bool {
    left.patch == right.patch && left.awaitsCommit == right.awaitsCommit
      && left.isDropped == right.isDropped && left.effectCount == right.effectCount
      && left.sends == right.sends && left.cancels == right.cancels
      && left.warnings == right.warnings
  }
}
