/// The worker that a hosted child asks for: one that hosts its very feature, has these labels, and is rather of
/// the same build than of another.
package struct PlacementWish: Hashable, Codable, Sendable {
  package let feature: FeatureDescriptor
  /// In order, each once.
  package let labels: [String]
  /// The build of the program that asks; nil where it does not say.
  package let build: BuildID?
  /// True if a worker of another build will not do.
  package let sameBuild: Bool
  /// The lanes from which it is kept apart, or with which it is kept together; nil for none.
  package let group: LaneGroup?
  /// The lanes of the group that the one who asks has, by worker; nil for none. At most `neighboursAtMost`.
  package var neighbours: [WorkerLanes]?

  /// The workers that are not to be named, where the one who asks knows the lives of their processes: they may have
  /// joined anew since; nil for none. At most `neighboursAtMost`.
  package var avoided: [WorkerLanes]?

  /// True where the child has a worker that it may keep: it is no problem if there is no other. Nil from one
  /// who does not say.
  package var isPlaced: Bool?

  /// So many workers are told of, those with the most lanes of the group.
  package static let neighboursAtMost = 1_024

  package init(
    _ feature: FeatureDescriptor, labels: [String] = [], build: BuildID? = nil,
    sameBuild: Bool = false, group: LaneGroup? = nil
  ) {
    self.feature = feature
    self.labels = labels.isEmpty ? [] : Set(labels).sorted()
    self.build = build
    self.sameBuild = sameBuild && build != nil
    self.group = group
  }

  /// The same wish of a lane without a group.
  var ungrouped: PlacementWish {
    group == nil ? self : PlacementWish(feature, labels: labels, build: build, sameBuild: sameBuild)
  }

  /// Returns the weight of a worker for the key of the group; 0 where there is none.
  func weight(of seed: UInt64) -> UInt64 { group?.weight(of: seed) ?? 0 }
}

extension PlacementWish: CustomStringConvertible {
  package var description: String {
    var text = "\(feature)"
    if !labels.isEmpty { text += " on a worker with the labels \(labels.joined(separator: ", "))" }
    if sameBuild, let build { text += " of the build \(build)" }
    return text
  }
}
