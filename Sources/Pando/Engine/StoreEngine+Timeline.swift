import PandoHosting

/// The timeline of commits, for people who watch. Nothing is recorded while nobody does: `StoreWatchers.isWatching`, which every
/// commit tests anyway, is false then.
extension StoreEngine {
  /// Begins to record commits for a reader. Takes the lock.
  package func begin(_ ring: CommitRing) {
    withState { _ in
      watchers.add(ring, since: version)
      watchers.timeline?.close(effectStarts: effects.startCount)
    }
  }

  /// Records nothing for a reader any longer. Takes the lock.
  package func end(_ ring: CommitRing) {
    withState { _ in watchers.remove(ring) }
  }

  // Each is called where `watchers.isWatching` was found to be true.

  @inline(never)
  func noteDispatch(_ sequence: SequenceNumber, _ lane: AnyLane) {
    watchers.timeline?.dispatched(sequence, lane)
  }

  @inline(never)
  func noteAnswer(_ sequence: SequenceNumber, _ lane: AnyLane) {
    watchers.timeline?.answered(sequence, lane)
  }

  /// An action is about to be reduced, with its lanes in `current`.
  func tellReducing() {
    watchers.timeline?.begin(version &+ 1, current.lanes, effectStarts: effects.startCount)
    watchers.hooks.reducing?()
  }

  /// The same action has been reduced, and what follows has not begun.
  func noteReduced(_ action: Action, isFollowUp: Bool) {
    watchers.timeline?.reduced(action, current.lanes, isFollowUp: isFollowUp)
  }

  func noteFailed(_ pending: PendingAction<Action>, _ reason: HostedFailureReason) {
    watchers.timeline?.failed(
      pending.action, version, pending.lanes, reason, effectStarts: effects.startCount)
  }

  /// The lock is about to be given up. Returns what is to be called then.
  func tellReleasing() -> (() -> Void)? {
    watchers.timeline?.close(effectStarts: effects.startCount)
    return watchers.hooks.released
  }
}
