import DequeModule
import PandoHosting

extension StoreEngine {
  /// Cancels every effect, closes every lane and lets go of the workers. What has not committed is
  /// dropped.
  package func stop() {
    let isFirst = commit { () -> Bool in
      if isStopped { return false }
      for lane in lanes.values.sorted(by: { $0.id.rawValue < $1.id.rawValue }) {
        lane.handle(.close(withLastCommit: false))
      }
      isStopped = true
      if let hostingHub { afterUnlock { hostingHub.finish() } }
      // Sends no longer take the short way, which does not ask.
      isWatched = true
      effects.cancelEverything()
      dropEverything()
      return true
    }
    if isFirst { backend?.stop() }
  }

  /// Returns when the workers that were started for the store have ended too.
  package func stopAndFinish() async {
    stop()
    await backend?.finish()
  }

  private func dropEverything() {
    while !buffer.isEmpty {
      if buffer.head.isRun { drop(runAtHead: buffer.head) } else { drop(buffer.popHead()) }
    }
    for waiting in waitingSends {
      drop(waiting.pending)
      if let continuation = waiting.admitted { freed.append(continuation) }
    }
    waitingSends.removeAll()
    for lane in lanes.values {
      for pending in lane.waiting where pending.isOutside {
        pending.isOutside = false
        drop(pending)
      }
      lane.waiting.removeAll()
    }
    outsideCount = 0
    awaitingChildCount = 0
    pendingBytes = 0
    for tracker in awaited.all { tracker.freeWaiters(&freed) }
    abandonTrackers()
    awaited.removeAll()
    freed.append(contentsOf: commitWaiters.values)
    commitWaiters.removeAll()
    lock.wakeAll()
  }

  /// Lets the trackers go of all that is still under way.
  private func abandonTrackers() {
    for tracker in awaited.all { tracker.abandon() }
    for effect in effects.all { effect.tag.abandon() }
    for effects in remoteEffects.values { effects.tracker.abandon() }
    for tracker in closings.values { tracker.abandon() }
    for lane in lanes.values { lane.interruptedTrackers.forEach { $0.abandon() } }
  }

  /// Nothing will come of an action; nobody is to wait for it.
  func drop(_ pending: AnyPendingAction) {
    pendingBytes -= pending.byteCount
    pending.tracker?.release(&freed)
    if let sender = pending.sender { freed.append(sender) }
    if pending.trace != nil { endTrace(of: pending) }
  }
}
