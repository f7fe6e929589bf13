import PandoHosting
import PandoWire

/// A feature that can be hosted, made from its reducer.
struct ReducerFeature<R: Reducer & SendableMetatype>: HostedFeature
where R.State: Codable & Sendable, R.Action: Codable & Sendable {
  let descriptor: FeatureDescriptor
  private let makeReducer: @Sendable () -> R

  init(_ makeReducer: @escaping @Sendable () -> R) {
    self.makeReducer = makeReducer
    descriptor = FeatureDescriptor(
      name: String(reflecting: R.self),
      state: SchemaFingerprint(of: R.State.self),
      action: SchemaFingerprint(of: R.Action.self))
  }

  /// A feature of a store's own tree, for the loopback.
  init(sharing reducer: R) {
    // Not sent anywhere: a loopback runs its hosts inside the lock of the store whose tree the
    // reducer belongs to.
    nonisolated(unsafe) let reducer = reducer
    self.init { reducer }
  }

  func makeHost(
    _ lane: LaneID, epoch: Epoch, next: SequenceNumber, snapshot: [UInt8], session: HostSession
  ) throws -> AnyHost {
    try FeatureHost(
      lane, root: TreeBuilder.tree(for: makeReducer(), hosts: false), epoch: epoch, next: next,
      snapshot: snapshot, session: session)
  }
}

/// A feature that a worker hosts, made from its reducer.
package func hostedFeature<R: Reducer & SendableMetatype>(
  _ makeReducer: @escaping @Sendable () -> R
) -> any HostedFeature where R.State: Codable & Sendable, R.Action: Codable & Sendable {
  ReducerFeature(makeReducer)
}
