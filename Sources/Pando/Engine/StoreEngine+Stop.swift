import DequeModule
import PandoHosting

extension StoreEngine {
  /// Cancels every effect, closes every lane and lets go of the workers. What has not committed is
  /// dropped.
  package func stop() {
    commit {
      if isStopped { return }
      keepOwedActions()
      let open = desk.sortedLanes
      for lane in open { lane.handle(.close(withLastCommit: false)) }
      commits.stop()
      watch.stop()
      effects.cancelEverything()
      dropEverything(of: open)
      // A reducer may have let go of the last reference to the store: then its lock is still held.
      if let backend { afterUnlock { backend.stop() } }
    }
  }

  /// Returns when the workers that were started for the store have ended too.
  package func stopAndFinish() async {
    stop()
    await backend?.finish()
    if let journal {
      _ = await flushed()
      await journal.end()
    }
  }

  /// - Parameter open: The lanes that the store had. Those that no worker had are no longer among its lanes.
  private func dropEverything(of open: [AnyLane]) {
    while !commits.isQueueEmpty {
      if commits.head.isRun { drop(runAtHead: commits.head) } else { drop(commits.popHead()) }
    }
    for pending in commits.takeAllWaiting() {
      drop(pending)
      if let sender = pending.admission.take() { aftermath.resume(sender) }
    }
    for lane in open {
      for pending in lane.waiting where pending.isBeside {
        commits.leaveBeside(pending)
        drop(pending)
      }
      lane.waiting.removeAll()
    }
    commits.clear()
    for tracker in awaited.all { tracker.freeWaiters(&aftermath.freed) }
    abandonTrackers()
    awaited.removeAll()
    waiters.takeAll().forEach(aftermath.resume)
    lock.wakeAll()
  }

  /// Lets the trackers go of all that is still under way.
  private func abandonTrackers() {
    for tracker in awaited.all { tracker.abandon() }
    for effect in effects.all { effect.tag.abandon() }
    for tracker in desk.remoteEffects.trackers { tracker.abandon() }
    for lane in desk.lanes.values { lane.interruptedTrackers.forEach { $0.abandon() } }
  }

  /// Nothing will come of an action; nobody is to wait for it.
  func drop(_ pending: AnyPendingAction) {
    commits.remove(bytes: pending.byteCount)
    pending.tracker?.release(&aftermath.freed)
    if let sender = pending.sender { aftermath.freed.append(sender) }
    if pending.trace != nil { endTrace(of: pending) }
  }
}
