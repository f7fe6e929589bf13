import IssueReporting
import PandoHosting

/// Room in the window: who sleeps for it, and who is let in.
extension StoreEngine {
  /// Returns whether the caller may send, after it has slept if it is a thread that may. Where it may not, lets go of
  /// the lock, and says so.
  @inline(never)
  func waitForRoom(orRefuse: () -> Void = {}) -> Bool {
    // Who holds another store's lock would stop that one, and what that one's threads do for this one.
    let roomComesByItself =
      backend?.makesRoomByItself == true || journal?.makesRoomByItself == true
    let mayWait =
      !BlockingSends.areForbidden(roomComesByItself: roomComesByItself) && !lock.isAnotherHeldHere
    while true {
      switch commits.admit(mayWait: mayWait) {
      case .accepts, .goesBeyond:
        return true
      case .waits:
        roomTurns.slept()
        lock.wait()
        roomTurns.looks()
      case .refuses(let isNews):
        orRefuse()
        if isNews { reportRefusal() }
        finishCommit()
        return false
      }
    }
  }

  func reportRefusal() {
    let count = commits.queuedCount + commits.besideCount
    report {
      reportIssue(
        """
        A store refuses actions: \(count) wait to commit, and an observer or a reducer, or a task of a \
        test, sends more without waiting.

        Let a task wait for room with "await store.sendWhenRoom(...)", or for the action itself with \
        "await store.send(...).finish()".
        """)
    }
  }

  /// Lets in those that wait for room, and wakes the threads that do.
  func admitWaitingSends() {
    commits.noteRoom()
    guard commits.hasWaiting || roomTurns.areThreadsAsleep else { return }
    wakeThreads()
    while roomTurns.admitsEntries(hasRoom: commits.hasRoomForThreads),
      let pending = commits.takeWaiting()
    {
      roomTurns.admitted()
      letIn(typed(pending))
      drain()
    }
    wakeThreads()
  }

  /// Wakes the threads that wait for room where it is their turn. A quarter of a window at a time: a thread that is
  /// woken for one action sleeps again at once.
  private func wakeThreads() {
    let isDue = roomTurns.wakes(
      hasRoom: commits.hasRoomForThreads, hasEntries: commits.hasWaiting)
    if isDue { lock.wakeAll() }
  }
}
