/// A worker introduces itself.
package struct Welcome: Equatable, Sendable {
  package var version: UInt64
  package var processID: Int32
  /// The features that it hosts.
  package var features: [FeatureDescriptor]
  /// Its labels and its limit, for placement.
  package var traits: WorkerTraits

  package init(
    version: UInt64 = ProtocolVersion.current, processID: Int32, features: [FeatureDescriptor],
    traits: WorkerTraits = .none
  ) {
    self.traits = traits
    self.version = version
    self.processID = processID
    self.features = features
  }
}
