import DequeModule
import PandoHosting

/// Actions that commit while they are sent.
extension StoreEngine {
  /// The short way of a local action with nothing before it and nobody watching.
  @inline(__always)
  func commitAtOnce(_ action: Action) -> ActionTracker? {
    let effect = DependencyValues.areOverridden ? reduceInScope(action) : reduceTree(action)
    version &+= 1
    if effect.isNone, buffer.isEmpty, !tree.hasChildren, observers.isEmpty,
      observation?.isQuiet ?? true, !pass.hasReports
    {
      lock.unlock()
      return nil
    }
    let tracker = ActionTracker(parent: nil)
    scope.commit { follow(effect, tracker) }
    tracker.release(&freed)
    finishCommit()
    return tracker
  }

  /// The short way of an action that is for no hosted feature, in a store that has some, with nothing before
  /// it and nobody watching.
  @inline(__always)
  func commitBeside(_ action: Action) -> ActionTracker? {
    let effect = DependencyValues.areOverridden ? reduceInScope(action) : reduceTree(action)
    version &+= 1
    let ended = sweep()
    if effect.isNone, ended.isEmpty, !tree.isWatched {
      if buffer.isEmpty, readyLanes.isEmpty, observers.isEmpty, observation?.isQuiet ?? true,
        !pass.hasReports, markedLanes.isEmpty, freed.isEmpty, aftermath.isEmpty, reports.isEmpty,
        waitingSends.isEmpty, markedOutboxes.allSatisfy({ $0.mayWait })
      {
        lock.unlock()
      } else {
        finishCommit()
      }
      return nil
    }
    let tracker = ActionTracker(parent: nil)
    scope.commit {
      follow(effect, ended, tracker)
      settleLanes()
    }
    tracker.release(&freed)
    finishCommit()
    return tracker
  }

  @inline(never)
  private func reduceInScope(_ action: Action) -> Effect<Action> {
    // Not the result of a call, whose type, where it is generic, the runtime would have to find.
    var effect = Effect<Action>.none
    scope { effect = reduceTree(action) }
    return effect
  }
}
