extension StoreEngine {
  /// Commits what can be committed and gives up the lock.
  func finishCommit() {
    if isQuiet { return finishQuietly() }
    inCommit(commitAll)
    if !waiters.isEmpty { aftermath.freed += waiters.take(at: version) }
    var freed: [UnsafeContinuation<Void, Never>] = []
    swap(&freed, &aftermath.freed)
    let released = watchers.isWatching ? tellReleasing() : nil
    let stale = observation?.takeStale() ?? []
    if pass.hasReports { aftermath.reports += pass.takeReports() }
    if effects.hasCancellations {
      aftermath.calls.insert(effects.takeCancellations().carryOut, at: 0)
    }
    var calls: [() -> Void] = []
    if !aftermath.calls.isEmpty { swap(&calls, &aftermath.calls) }
    let reports = aftermath.takeReports()
    lock.unlock()
    assert(!lock.isHeldHere, "what follows may be users' code, which never runs under a lock")
    // Before anybody goes on who waited for it.
    if !calls.isEmpty { BlockingSends.forbid { for body in calls { body() } } }
    if !reports.isEmpty { freed += report(reports) }
    for continuation in freed { continuation.resume() }
    if !stale.isEmpty { BlockingSends.forbid { ThreadObservation.tell(stale) } }
    released?()
  }

  /// Does what runs reducers: inside the store's dependencies, with what observers are to be told collected.
  func inCommit(_ body: () -> Void) {
    scope.commit {
      if let observation { observation.collect(body) } else { body() }
    }
  }

  /// Has something done in this thread once it has let go of the lock: whatever may call users' code.
  func afterUnlock(_ body: @escaping () -> Void) {
    aftermath.calls.append(body)
  }

  // MARK: - Reports

  /// Has something reported in this thread once it has let go of the lock. Who waits for the end of an
  /// action goes on when that is done.
  package func report(_ body: @escaping () -> Void) {
    aftermath.reports.append(body)
  }

  /// Reports, without the lock, and returns who waited for that.
  private func report(_ reports: [() -> Void]) -> [UnsafeContinuation<Void, Never>] {
    BlockingSends.forbid { for body in reports { body() } }
    lock.lock()
    defer { lock.unlock() }
    return aftermath.endReports()
  }

  private func commitAll() {
    drain()
    admitWaitingSends()
  }
}
