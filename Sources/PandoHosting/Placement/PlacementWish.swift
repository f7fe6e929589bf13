/// The worker that a hosted child asks for: one that hosts its very feature, and has these labels.
package struct PlacementWish: Hashable, Codable, Sendable {
  package let feature: FeatureDescriptor
  /// In order, each once.
  package let labels: [String]

  package init(_ feature: FeatureDescriptor, labels: [String] = []) {
    self.feature = feature
    self.labels = labels.isEmpty ? [] : Set(labels).sorted()
  }

  /// The same without labels, for workers of which all are alike.
  package var withoutLabels: PlacementWish { PlacementWish(feature) }
}

extension PlacementWish: CustomStringConvertible {
  package var description: String {
    labels.isEmpty
      ? "\(feature)" : "\(feature) on a worker with the labels \(labels.joined(separator: ", "))"
  }
}
