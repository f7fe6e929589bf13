public import PandoWire

/// The description of a feature on which two processes must agree before one hosts it for the
/// other.
public struct FeatureDescriptor: Hashable, Sendable, CustomStringConvertible {
  /// The qualified name of the feature's type.
  public let name: String

  /// The shape of its state.
  public let state: SchemaFingerprint

  /// The shape of its action.
  public let action: SchemaFingerprint

  package init(name: String, state: SchemaFingerprint, action: SchemaFingerprint) {
    self.name = name
    self.state = state
    self.action = action
  }

  /// The name and both fingerprints.
  public var description: String { "\(name) (state \(state), action \(action))" }
}
