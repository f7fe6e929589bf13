import PandoWire

/// The features that the workers of a cluster host, or did not long ago: the leader's own part of a shared
/// registry.
///
/// It outlives the workers, so that a feature which nobody hosts at the moment is not taken for one that
/// nobody knows. Pure.
package struct FeatureCatalogue: Equatable, Sendable {
  /// Things to write.
  package struct Changes: Equatable, Sendable {
    package var added: [FeatureDescriptor] = []
    package var removed: [FeatureDescriptor] = []

    package var isEmpty: Bool { added.isEmpty && removed.isEmpty }
  }

  /// The time for which a feature without a worker is kept.
  package let keptMilliseconds: Int
  private var goneSince: [FeatureDescriptor: Int] = [:]

  package init(keptMilliseconds: Int = 3_600_000) {
    self.keptMilliseconds = keptMilliseconds
  }

  /// Returns how what is written differs from what is to be written.
  ///
  /// Complexity: O(features).
  package mutating func changes(
    written: Set<FeatureDescriptor>, hosted: Set<FeatureDescriptor>, atMilliseconds now: Int
  ) -> Changes {
    var changes = Changes(added: hosted.subtracting(written).sorted(by: Self.isBefore))
    for feature in written.subtracting(hosted).sorted(by: Self.isBefore) {
      let since = goneSince[feature] ?? now
      goneSince[feature] = since
      if now - since >= keptMilliseconds { changes.removed.append(feature) }
    }
    goneSince = goneSince.filter { !hosted.contains($0.key) && written.contains($0.key) }
    return changes
  }

  private static func isBefore(_ left: FeatureDescriptor, _ right: FeatureDescriptor) -> Bool {
    (left.name, left.state.rawValue, left.action.rawValue)
      < (right.name, right.state.rawValue, right.action.rawValue)
  }
}
