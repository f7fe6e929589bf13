/// A worker introduces itself.
package struct Welcome: Equatable, Sendable {
  /// The version of the protocol that the session goes by.
  package var version: UInt64
  package var processID: Int32
  /// The features that it hosts.
  package var features: [FeatureDescriptor]
  /// Its labels, its limit and its build, for placement.
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
