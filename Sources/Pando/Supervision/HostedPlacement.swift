import PandoHosting
import PandoWire

/// The rule by which the worker of a hosted child is chosen, among those that may host it.
public struct HostedPlacement<State>: Sendable {
  private enum Rule {
    case leastLoaded
    case spreadFeature
    case group(LaneGroup.Kind, @Sendable (State) -> [UInt8]?)
  }

  private let rule: Rule

  /// The worker with the fewest children.
  public static var leastLoaded: HostedPlacement { HostedPlacement(rule: .leastLoaded) }

  /// Another worker for each child of the feature in the store, as long as there is one: a host that has fewer of
  /// them than the others, and there a worker that has fewer.
  ///
  /// It counts when a child is given to a worker. None moves because others came or went.
  public static var spread: HostedPlacement { HostedPlacement(rule: .spreadFeature) }

  /// The same among the children with an equal key, such as those of one parent:
  /// `.hosted(placement: .spread(by: \.match))`.
  ///
  /// - Parameter key: The key of a child, as its state is when its first action is sent.
  public static func spread<Key: Encodable & SendableMetatype>(
    by key: @escaping @Sendable (State) -> Key
  ) -> HostedPlacement {
    HostedPlacement(rule: .group(.spread) { try? WireEncoder.encode(key($0)) })
  }

  /// One worker for the children with an equal key, of whatever features and stores, while it lives and has room:
  /// `.hosted(placement: .affinity(by: \.account))`.
  ///
  /// A store's children go where it has children with the key. The first goes to the worker that rendezvous hashing
  /// gives the key, which is the same for every store that knows the same workers. A worker that comes takes over
  /// its part of the keys, for the stores that have no child with them.
  ///
  /// - Parameter key: The key of a child, as its state is when its first action is sent.
  public static func affinity<Key: Encodable & SendableMetatype>(
    by key: @escaping @Sendable (State) -> Key
  ) -> HostedPlacement {
    HostedPlacement(rule: .group(.affinity) { try? WireEncoder.encode(key($0)) })
  }

  /// Returns the group of a child; nil where it stands to no other, or its state is not at hand: this process has
  /// reduced its first action, as a parent changed the child before that.
  func group(of state: State?, _ feature: FeatureDescriptor) -> LaneGroup? {
    switch rule {
    case .leastLoaded: nil
    case .spreadFeature: LaneGroup(.spread, keyBytes: Array("\(feature)".utf8))
    case .group(let kind, let key):
      state.flatMap { key($0) }.map { LaneGroup(kind, keyBytes: $0) }
    }
  }
}
