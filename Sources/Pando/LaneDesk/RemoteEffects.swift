/// The effects of one committed action that run on a worker.
class RemoteEffects {
  let tracker: ActionTracker
  let owner: Incarnation
  final var remaining: Int

  init(tracker: ActionTracker, owner: Incarnation, remaining: Int) {
    self.tracker = tracker
    self.owner = owner
    self.remaining = remaining
  }

  /// Makes the store's action of one of the feature. It holds nothing of the effects.
  var embedding: @Sendable (any Sendable) -> any Sendable {
    fatalError("the effects of a store override 'embedding'")
  }
}

/// The same, with what is known of them in a store of these actions.
final class StoreRemoteEffects<Action: Sendable>: RemoteEffects {
  /// Makes the store's action of one of the feature.
  let embed: @Sendable (any Sendable) -> Action
  /// The action that dismisses the feature; nil when nothing presents it.
  let dismissal: (@Sendable () -> Action)?

  required init(
    _ hosted: HostedEffects<Action>, tracker: ActionTracker, owner: Incarnation, remaining: Int
  ) {
    embed = hosted.embed
    dismissal = hosted.dismissal
    super.init(tracker: tracker, owner: owner, remaining: remaining)
  }

  override var embedding: @Sendable (any Sendable) -> any Sendable { embed }
}
