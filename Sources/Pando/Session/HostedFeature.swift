package import PandoHosting

/// A feature that can be hosted, whatever its types.
package protocol HostedFeature: Sendable {
  var descriptor: FeatureDescriptor { get }

  /// The labels that a worker must have to host it, where it is part of a store's tree.
  var labels: [String] { get }

  /// The sandbox that its worker must have, where it is part of a store's tree.
  var sandbox: Sandbox? { get }

  /// Where "hosted()" is written, where it is part of a store's tree.
  var location: OperatorLocation? { get }

  /// The dependencies that the feature declares, where it is part of a store's tree.
  var dependencies: [any DeclaredDependency] { get }

  /// The parts of its state and actions that `Codable` alone describes. Looks at the types each time.
  var partsOfCodableAlone: [CodablePart] { get }

  /// Builds the worker side of one incarnation.
  func makeHost(_ request: OpenRequest, snapshot: [UInt8], session: HostSession) throws -> AnyHost

  /// Returns whether the state of the feature has the child of its own that a host calls by a name.
  /// Builds the feature's tree each time.
  func contains(_ origin: Origin, in state: UnsafeMutableRawPointer) -> Bool
}

extension HostedFeature {
  /// None.
  package var sandbox: Sandbox? { nil }

  /// Nowhere.
  package var location: OperatorLocation? { nil }
}

/// A hosted feature in a store's tree.
package protocol HostedNodeDescription {
  var feature: any HostedFeature { get }

  /// True if what is sent later waits for the feature's worker.
  var order: HostedOrder { get }

  /// The number of its actions that this process reduced in place of a worker.
  var clientReductionCount: Int { get }
}
