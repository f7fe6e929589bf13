/// An action that has just committed, or failed, for whoever watches a store commit by commit.
///
/// Read with the engine's lock held.
package struct CommittedAction<Action> {
  package let action: Action
  package let tracker: ActionTracker?
  /// True if whoever has the store sent it, and no effect did.
  package let isFromOutside: Bool

  init(_ pending: PendingAction<Action>) {
    action = pending.action
    tracker = pending.tracker
    isFromOutside = pending.origin == nil
  }
}
