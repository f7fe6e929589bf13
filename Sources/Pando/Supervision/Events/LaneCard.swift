import PandoBase

/// A lane, as an event names it.
///
/// Unchecked, because an identity is known as `AnyHashable`: it is part of a state, which is `Sendable`, and is
/// only read.
package struct LaneCard: @unchecked Sendable {
  let id: UInt64
  let feature: String
  private let path: [IncarnationStep]

  init(id: UInt64, feature: String, path: [IncarnationStep]) {
    self.id = id
    self.feature = feature
    self.path = path
  }

  /// The name of the child, put into words. Calls users' descriptions of identities, so never under a lock.
  var name: HostedChildName {
    HostedChildName(
      id: id, feature: feature,
      identities: path.compactMap { step in step.identity.map { ValueWords.text(of: $0.base) } })
  }
}
