extension StoreEngine {
  /// Commits what can be committed and gives up the lock.
  func finishCommit() {
    if isQuiet { return finishQuietly() }
    inCommit(commitAll)
    if !commitWaiters.isEmpty { wakeCommitWaiters() }
    var freed: [UnsafeContinuation<Void, Never>] = []
    swap(&freed, &self.freed)
    let released = isWatched ? tellReleasing() : nil
    let stale = observation?.takeStale() ?? []
    if pass.hasReports { self.reports += pass.takeReports() }
    if effects.hasCancellations {
      self.aftermath.insert(effects.takeCancellations().carryOut, at: 0)
    }
    var aftermath: [() -> Void] = []
    if !self.aftermath.isEmpty { swap(&aftermath, &self.aftermath) }
    let reports = takeReports()
    lock.unlock()
    assert(!lock.isHeldHere, "what follows may be users' code, which never runs under a lock")
    // Before anybody goes on who waited for it.
    if !aftermath.isEmpty { BlockingSends.forbid { for body in aftermath { body() } } }
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
    aftermath.append(body)
  }

  // MARK: - Reports

  /// Has something reported in this thread once it has let go of the lock. Who waits for the end of an
  /// action goes on when that is done.
  package func report(_ body: @escaping () -> Void) {
    reports.append(body)
  }

  private func takeReports() -> [() -> Void] {
    if reports.isEmpty { return [] }
    defer { reports = [] }
    reportingCount += 1
    return reports
  }

  /// Reports, without the lock, and returns who waited for that.
  private func report(_ reports: [() -> Void]) -> [UnsafeContinuation<Void, Never>] {
    BlockingSends.forbid { for body in reports { body() } }
    lock.lock()
    defer { lock.unlock() }
    reportingCount -= 1
    guard reportingCount == 0 else { return [] }
    defer { awaitingReports = [] }
    return awaitingReports
  }

  /// Resumes somebody who waits for an end that has come.
  func free(_ continuation: UnsafeContinuation<Void, Never>) {
    if reportingCount > 0 {
      awaitingReports.append(continuation)
    } else {
      freed.append(continuation)
    }
  }

  private func commitAll() {
    drain()
    admitWaitingSends()
  }
}
