/// A hosted feature that a store's tree is known to have before anything is sent to it.
package struct DeclaredFeature: Equatable, Sendable {
  package let feature: FeatureDescriptor
  let labels: [String]
  /// Where the source says that it is hosted, for people.
  let place: String?

  package init(_ feature: FeatureDescriptor, labels: [String] = [], place: String? = nil) {
    self.feature = feature
    self.labels = labels
    self.place = place
  }
}
