import PandoHosting

/// The timeline of commits, for people who watch. Nothing is recorded while nobody does: `StoreWatch.isWatching`, which every
/// commit tests anyway, is false then.
extension StoreEngine {
  /// Begins to record commits for a reader. Takes the lock.
  package func begin(_ ring: CommitRing) {
    withState { _ in
      watch.add(ring, since: version)
      watch.timeline?.close(effectStarts: effects.startCount)
    }
  }

  /// Records nothing for a reader any longer. Takes the lock.
  package func end(_ ring: CommitRing) {
    withState { _ in watch.remove(ring) }
  }

  // Each is called where `watch.isWatching` was found to be true.

  /// An action is about to be reduced, with its lanes in `current`.
  func tellReducing() {
    watch.timeline?.begin(version &+ 1, current.lanes, effectStarts: effects.startCount)
    if watch.hasHooks { hooks.reducing?() }
  }

  /// The same action has been reduced, and what follows has not begun.
  func noteReduced(_ action: Action, isFollowUp: Bool) {
    watch.timeline?.reduced(action, current.lanes, isFollowUp: isFollowUp)
    if let journal { note(action, isFollowUp ? .followUp : .sent, in: journal) }
  }

  func noteFailed(_ pending: PendingAction<Action>, _ reason: HostedFailureReason) {
    watch.timeline?.failed(
      pending.action, version, pending.lanes, reason, effectStarts: effects.startCount)
    if let journal { note(pending.action, .failed, in: journal) }
  }

  /// The lock is about to be given up. Returns what is to be called then.
  func tellReleasing() -> (() -> Void)? {
    watch.timeline?.close(effectStarts: effects.startCount)
    if let journal, let gate = aftermath.gate { pass(gate, journal) }
    return watch.hasHooks ? hooks.released : nil
  }
}
