/// A client introduces itself.
package struct Hello: Equatable, Sendable {
  /// The versions of the protocol that it speaks.
  package var versions: ProtocolRange
  /// For messages to people: which program, which process.
  package var name: String
  /// The build of its program; nil where it does not say.
  package var build: BuildID?
  /// The features that the client means to have hosted.
  package var features: [FeatureDescriptor]

  package init(
    versions: ProtocolRange = ProtocolVersion.spoken, name: String, build: BuildID? = nil,
    features: [FeatureDescriptor]
  ) {
    self.versions = versions
    self.name = name
    self.build = build
    self.features = features
  }
}
