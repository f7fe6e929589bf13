/// A client introduces itself.
package struct Hello: Equatable, Sendable {
  package var version: UInt64
  /// For messages to people: which program, which process.
  package var name: String
  /// The features that the client means to have hosted.
  package var features: [FeatureDescriptor]

  package init(
    version: UInt64 = ProtocolVersion.current, name: String, features: [FeatureDescriptor]
  ) {
    self.version = version
    self.name = name
    self.features = features
  }
}
