package import PandoHosting

/// The build of a worker's program.
package enum SimulatedBuild: Equatable, Sendable {
  /// The same as its clients.
  case current
  /// Another one with the same features. With a share it takes that part of new lanes.
  case newer(share: PlacementShare?)
  /// Another release, with another version of the protocol.
  case otherProtocol
  /// One that hosts nothing whose name ends so.
  case without(suffix: String)

  var version: UInt64 {
    if case .otherProtocol = self { ProtocolVersion.current + 1 } else { ProtocolVersion.current }
  }

  /// The preference of clients.
  static let preference = BuildPreference(id: BuildID("current"))

  /// The properties that placement goes by.
  var traits: WorkerTraits {
    switch self {
    case .current: WorkerTraits(build: BuildID("current"))
    case .newer(let share): WorkerTraits(share: share, build: BuildID("newer"))
    case .otherProtocol, .without: .none
    }
  }

  func hosts(_ feature: FeatureDescriptor) -> Bool {
    if case .without(let suffix) = self { !feature.name.hasSuffix(suffix) } else { true }
  }
}
