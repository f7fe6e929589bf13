import DequeModule
import PandoHosting

/// Actions that commit while they are sent, in a store that has nothing queued and is not watched.
extension StoreEngine {
  /// The short way of a local action of a store that hosts nothing.
  @inline(__always)
  func commitAtOnce(_ action: Action, parent: ActionTracker?) -> ActionTracker? {
    let effect = reduceAtOnce(action)
    version &+= 1
    if effect.isNone, commits.isQueueEmpty, !tree.hasChildren, waiters.isEmpty,
      observation?.isQuiet ?? true, !pass.hasReports, !effects.hasCancellations, aftermath.isEmpty
    {
      lock.unlock()
      return nil
    }
    return followAtOnce(effect, parent: parent)
  }

  /// Does what follows an action that committed at once, and gives up the lock.
  @inline(never)
  private func followAtOnce(_ first: Effect<Action>, parent: ActionTracker?) -> ActionTracker? {
    var effect = first
    // What it sends is the next to commit, and needs no queue where nothing has to be looked at between.
    while case .send(let action) = effect.operation, commits.isQueueEmpty, !tree.hasChildren,
      !watch.isWatching, observation?.isQuiet ?? true, current.link.depth < chains.lengthAtOnce
    {
      current.link.depth &+= 1
      effect = reduceAtOnce(action)
      version &+= 1
    }
    if effect.isNone, isQuiet, !tree.hasChildren {
      current.link.depth = 0
      finishQuietly()
      return nil
    }
    let tracker = ActionTracker(parent: parent)
    scope.commit { follow(effect, tracker) }
    current.link = ChainLink()
    tracker.release(&aftermath.freed)
    finishCommit()
    return tracker
  }

  /// The short way of an action that is for no hosted feature, in a store that has some or has a journal, with nothing
  /// before it and nobody else watching. Apart from the other, as one way for both takes 274 instructions where nothing
  /// is hosted, in place of 246.
  @inline(__always)
  func commitLocal(_ action: Action, isJournaled: Bool) -> SentAction? {
    let effect = reduceAtOnce(action)
    version &+= 1
    if isJournaled, let journal { scope.commit { note(action, .sent, in: journal) } }
    let ended = sweep()
    if effect.isNone, ended.isEmpty, !tree.isWatched {
      if commits.isQueueEmpty, !commits.hasReadyLanes, !commits.hasWaiting, waiters.isEmpty,
        observation?.isQuiet ?? true, !pass.hasReports, !effects.hasCancellations,
        aftermath.isEmpty, desk.outboxes.isQuiet, !isJournaled || isWrittenLater
      {
        lock.unlock()
      } else {
        finishCommit()
      }
      return isJournaled ? .committed : nil
    }
    let tracker = ActionTracker(parent: nil)
    scope.commit {
      follow(effect, ended, tracker)
      reconcileLanes()
    }
    tracker.release(&aftermath.freed)
    finishCommit()
    return SentAction(tracker)
  }

  /// The same in a store with a journal.
  @inline(never)
  func commitJournaled(_ action: Action) -> SentAction? {
    commitLocal(action, isJournaled: true)
  }

  @inline(__always)
  private func reduceAtOnce(_ action: Action) -> Effect<Action> {
    DependencyValues.areOverridden ? reduceInScope(action) : reduceTree(action)
  }

  @inline(never)
  private func reduceInScope(_ action: Action) -> Effect<Action> {
    // Not the result of a call, whose type, where it is generic, the runtime would have to find.
    var effect = Effect<Action>.none
    scope { effect = reduceTree(action) }
    return effect
  }

  /// Takes the short way of an effect's action with nothing before it and nobody watching. Returns false
  /// where that cannot be: then nothing has happened.
  func sendAtOnce(_ action: Action, fromEffect number: UInt64) -> Bool {
    if mayHost || !lock.lockUnlessHeldHere() { return false }
    guard commits.isQueueEmpty, !watch.isWatching, !commits.hasWaiting,
      effects.maySend(number),
      let (owner, tracker) = effects.effect(number), !owner.isEnded
    else {
      lock.unlock()
      return false
    }
    _ = commitAtOnce(action, parent: tracker)
    return true
  }

  /// True if nothing is queued, and nobody is told of what has committed: all that is left to do is to
  /// resume who waited for it.
  var isQuiet: Bool {
    commits.isQueueEmpty && !mayHost && !watch.isWatching && !commits.hasWaiting
      && waiters.isEmpty
      && !roomTurns.areThreadsAsleep && observation?.isQuiet ?? true && !pass.hasReports
      && aftermath.reports.isEmpty
      && !effects.hasCancellations && aftermath.calls.isEmpty
  }

  /// Gives up the lock where nothing but that is to be done, and resumes who waited.
  func finishQuietly() {
    if aftermath.freed.isEmpty { return lock.unlock() }
    var freed: [UnsafeContinuation<Void, Never>] = []
    swap(&freed, &aftermath.freed)
    lock.unlock()
    for continuation in freed { continuation.resume() }
  }
}
