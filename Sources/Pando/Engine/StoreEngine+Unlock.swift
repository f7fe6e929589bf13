extension StoreEngine {
  /// Commits what can be committed and gives up the lock.
  func finishCommit() {
    while !isQuiet {
      inCommit(commitAll)
      if !waiters.isEmpty { waiters.take(at: version).forEach(aftermath.resume) }
      let released = watch.isWatching ? tellReleasing() : nil
      let stale = observation?.takeStale() ?? []
      if pass.hasReports { aftermath.reports += pass.takeReports() }
      if effects.hasCancellations {
        aftermath.calls.insert(effects.takeCancellations().run, at: 0)
      }
      let calls = aftermath.takeCalls()
      guard calls.isEmpty, stale.isEmpty else {
        // Others may have committed more meanwhile, and left it to this thread.
        tell(stale, calls)
        continue
      }
      aftermath.hold()
      var freed: [UnsafeContinuation<Void, Never>] = []
      swap(&freed, &aftermath.freed)
      let givesWay = current.givesWay
      if givesWay { (current.givesWay, current.isDraining) = (false, true) }
      lock.unlock()
      for continuation in freed { continuation.resume() }
      released?()
      if !givesWay { return }
      // Others only add to what is queued meanwhile, and leave it to this thread.
      lock.lockBehindOthers()
      current.isDraining = false
    }
    finishQuietly()
  }

  /// Tells what follows the commits, without the lock, and then has those go on who waited for it. Returns with the lock.
  ///
  /// It ends when users' code returns: one that hangs hangs whoever waits for this commit or a later one, as it does the
  /// sender of a store without workers. What users' code sends meanwhile commits as ever, but a task that it has started
  /// returns from waiting for it only after this. Those who waited go on before anything else is told, so that later
  /// commits do not hold them up.
  private func tell(_ stale: [StateReading], _ calls: [() -> Void]) {
    let number = aftermath.beginTelling()
    watch.isTelling = true
    lock.unlock()
    assert(!lock.isHeldHere, "what follows may be users' code, which never runs under a lock")
    BlockingSends.forbid {
      for body in calls { body() }
      if !stale.isEmpty { ThreadObservation.tell(stale) }
    }
    lock.lock()
    let (freed, settled) = aftermath.endTelling(number)
    watch.isTelling = aftermath.isTelling
    settled.forEach(desk.settle)
    if freed.isEmpty { return }
    lock.unlock()
    for continuation in freed { continuation.resume() }
    lock.lock()
  }

  /// Returns when observers have been told of all that has committed, and of shared values that have changed: at once
  /// where they have been.
  package func told() async {
    if withState({ _ in aftermath.isTelling }) {
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
        commit { aftermath.resume(continuation) }
      }
    }
    await StateReading.toldSoon()
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
    aftermath.report(body)
  }

  private func commitAll() {
    drain()
    admitWaitingSends()
  }
}
