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

  package init(
    _ feature: FeatureDescriptor, labels: [String] = [], build: BuildID? = nil,
    sameBuild: Bool = false
  ) {
    self.feature = feature
    self.labels = labels.isEmpty ? [] : Set(labels).sorted()
    self.build = build
    self.sameBuild = sameBuild && build != nil
  }
}

extension PlacementWish: CustomStringConvertible {
  package var description: String {
    var text = "\(feature)"
    if !labels.isEmpty { text += " on a worker with the labels \(labels.joined(separator: ", "))" }
    if sameBuild, let build { text += " of the build \(build)" }
    return text
  }
}
