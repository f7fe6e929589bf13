import PandoHosting

/// The build of a worker's program.
package enum SimulatedBuild: Equatable, Sendable {
  /// The same as its clients.
  case current
  /// Another release, with another version of the protocol.
  case otherProtocol
  /// One that hosts nothing whose name ends so.
  case without(suffix: String)

  var version: UInt64 {
    if case .otherProtocol = self { ProtocolVersion.current + 1 } else { ProtocolVersion.current }
  }

  func hosts(_ feature: FeatureDescriptor) -> Bool {
    if case .without(let suffix) = self { !feature.name.hasSuffix(suffix) } else { true }
  }
}
