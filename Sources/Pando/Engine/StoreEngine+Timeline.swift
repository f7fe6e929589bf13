import PandoHosting

/// The timeline of commits, for people who watch. Nothing is recorded while nobody does: `isWatched`, which every
/// commit tests anyway, is false then.
extension StoreEngine {
  /// Begins to record commits for a reader. Takes the lock.
  package func begin(_ ring: CommitRing) {
    withState { _ in
      if let timeline {
        timeline.add(ring)
      } else {
        timeline = CommitTimeline(ring, since: version)
      }
      timeline?.close(effectStarts: effects.startCount)
      isWatched = true
    }
  }

  /// Records nothing for a reader any longer. Takes the lock.
  package func end(_ ring: CommitRing) {
    withState { _ in
      guard let timeline, timeline.remove(ring) else { return }
      self.timeline = nil
      isWatched = hasHooks || isStopped
    }
  }

  // Each is called where `isWatched` was found to be true.

  @inline(never)
  func noteDispatch(_ sequence: SequenceNumber, _ lane: AnyLane) {
    timeline?.dispatched(sequence, lane)
  }

  @inline(never)
  func noteAnswer(_ sequence: SequenceNumber, _ lane: AnyLane) {
    timeline?.answered(sequence, lane)
  }

  /// An action is about to be reduced, with its lanes in `committingLanes`.
  func tellReducing() {
    timeline?.begin(version &+ 1, committingLanes, effectStarts: effects.startCount)
    hooks.reducing?()
  }

  /// The same action has been reduced, and what follows has not begun.
  func noteReduced(_ action: Action, isFollowUp: Bool) {
    timeline?.reduced(action, committingLanes, isFollowUp: isFollowUp)
  }

  func noteFailed(_ pending: PendingAction<Action>, _ reason: HostedFailureReason) {
    timeline?.failed(
      pending.action, version, pending.lanes, reason, effectStarts: effects.startCount)
  }

  /// The lock is about to be given up. Returns what is to be called then.
  func tellReleasing() -> (() -> Void)? {
    timeline?.close(effectStarts: effects.startCount)
    return hooks.released
  }
}
