import DequeModule
import PandoHosting
import PandoWire

/// A store that outlives its process: what leaves it passes the gate. Called only where there is a journal.
extension StoreEngine: JournaledStore {
  /// Notes an action that has committed. Senders wait for room while much of what has is not durable.
  @inline(never)
  func note(_ action: Action, _ kind: RecordKind, in journal: StoreJournal<State, Action>) {
    commits.add(bytes: journal.note(action, kind))
  }

  /// Lets go what may leave before the lock is given up, and hands over what has committed where nothing is being written.
  @inline(never)
  func pass(_ gate: ExitGate, _ journal: StoreJournal<State, Action>) {
    gather(gate)
    while gate.isAnyOpen, version == journal.version, !gate.isWriting, !journal.hasFailed {
      carryOut(gate.takeOpen(), gate)
      gather(gate)
    }
    if version != journal.version, !gate.isWriting, !journal.hasFailed {
      gate.beginWriting()
      journal.cut(state, version: version, owed: journal.mayOwe ? owedActions : [])
      // Users' code has encoded the state.
      gather(gate)
    }
    if journal.hasFailed { letGo(gate) }
    if !waiters.isEmpty { waiters.take(at: version).forEach(aftermath.resume) }
    if !gate.admitted.isEmpty {
      assert(aftermath.freed.isEmpty, "tasks that wait for actions wait in the gate")
      swap(&aftermath.freed, &gate.admitted)
    }
  }

  /// True if what has committed is written without more ado: as the group behind the one that is being written.
  var isWrittenLater: Bool { aftermath.gate?.isWriting == true && journal?.hasFailed == false }

  /// Moves to the gate what would leave the store: most actions bring nothing.
  private func gather(_ gate: ExitGate) {
    if aftermath.isAnyGated { gate.add(aftermath.takeGated()) }
    if pass.hasReports { gate.add(reports: pass.takeReports()) }
    if effects.hasCancellations { gate.add(effects.takeCancellations()) }
  }

  /// Lets those go who wait for what never will be durable: all of them, where the store has stopped, as its end follows from
  /// no commit.
  private func letGo(_ gate: ExitGate) {
    gate.admitted += gate.takeFlushes()
    guard isStopped else { return }
    let rest = gate.takeAll()
    gate.admitted += rest.freed
    if !rest.cancellations.isEmpty { aftermath.calls.append(rest.cancellations.run) }
  }

  private func carryOut(_ due: ExitGate.Exits, _ gate: ExitGate) {
    inCommit {
      for exit in due.exits {
        switch exit {
        case .start(let start): start()
        case .message(let lane, let life, let message): desk.carryOut(message, lane, life: life)
        }
      }
      if aftermath.isTelling {
        aftermath.settled += due.settled
        aftermath.hold()
      } else {
        due.settled.forEach(desk.settle)
      }
      drain()
      admitWaitingSends()
    }
    if !due.cancellations.isEmpty { aftermath.calls.insert(due.cancellations.run, at: 0) }
    aftermath.calls += due.reports
    gate.admitted += due.freed + due.flushes
  }

  /// The actions that commits gave rise to and that have not committed, in the order in which they are to. With the lock held.
  package var owedActions: [Action] {
    if let left = journal?.owedAtStop { return left }
    var owed: [Action] = []
    commits.forEachQueued { if isOwed($0) { owed.append(typed($0).action) } }
    if commits.besideCount > 0 {
      // One may wait in several lanes.
      var beside: [UInt64: AnyPendingAction] = [:]
      for lane in desk.lanes.values {
        for pending in lane.waiting where pending.isBeside && isOwed(pending) {
          beside[pending.number] = pending
        }
      }
      owed += beside.sorted { $0.key < $1.key }.map { typed($0.value).action }
    }
    return owed
  }

  private func isOwed(_ pending: AnyPendingAction) -> Bool {
    pending.isOwed || pending.standing.isFollowUp
  }

  /// The store is about to stop, and drops what has not committed: what commits gave rise to goes on with the next store.
  func keepOwedActions() {
    if let journal, journal.mayOwe { journal.owedAtStop = owedActions }
  }

  package func noteDurable(wantsSnapshot: Bool) {
    guard let journal, let gate = aftermath.gate else { return }
    commit {
      commits.remove(bytes: journal.noteDurable(wantsSnapshot: wantsSnapshot))
      carryOut(gate.endWriting(), gate)
    }
  }

  package func noteJournalFailed() {
    guard let journal else { return }
    commit { commits.remove(bytes: journal.giveUp()) }
  }

  /// Returns when all that has committed is durable, or never will be. Returns whether it is. Takes the lock.
  package func flushed() async -> Bool {
    guard let journal, let gate = aftermath.gate else { return true }
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      commit { gate.add(flush: continuation) }
    }
    return withState { _ in !journal.hasFailed }
  }

  /// The version of the store whose commits, and all before, are durable. Takes the lock.
  package var durableVersion: UInt64 { withState { _ in journal?.durableVersion ?? version } }

  /// Goes on where a store ended: accepts what that owed, tells hosted features that their effects ended with it, and
  /// mounts what is there. To be called first of all, in place of ``mountFirst()``.
  package func restart(owing actions: [Action]) where Action: Encodable {
    commit {
      let effect = ObservationProbe.untracked {
        root.mount(state, MountedFeature(isRestart: true))
          .merge(with: mounted.map { root.mount(state, $0) } ?? .none)
      }
      var plan = Plan<Action>()
      plan.add(effect, root: root, state: state, tree: tree) { _, _ in 0 }
      var sends: [(action: Action, owner: Incarnation)] = []
      for case .send(let action, _, let owner) in plan.operations { sends.append((action, owner)) }
      // What the store owed of these it sends anew.
      var known = sends.map { try? WireEncoder.encode($0.action) }
      let owed = actions.filter { action in
        guard let index = known.firstIndex(of: try? WireEncoder.encode(action)) else { return true }
        known.remove(at: index)
        return false
      }
      func makePending(_ action: Action, _ owner: Incarnation) -> PendingAction<Action> {
        let pending = pendingAction.init(
          action: action, origin: owner, tracker: ActionTracker(parent: nil))
        journal?.owe(pending)
        return pending
      }
      for action in owed { appendFollowUp(makePending(action, tree)) }
      for (action, owner) in sends { append(makePending(action, owner)) }
    }
  }
}
