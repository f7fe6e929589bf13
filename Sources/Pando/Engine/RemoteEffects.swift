/// Effects of one committed action that run on a worker.
struct RemoteEffects<Action> {
  let tracker: ActionTracker
  let owner: Incarnation
  var remaining: Int
  let embed: @Sendable (any Sendable) -> Action
  /// The action that dismisses the feature; nil when nothing presents it.
  let dismissal: (@Sendable () -> Action)?
}
