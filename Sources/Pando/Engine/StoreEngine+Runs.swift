import PandoHosting
import PandoWire

/// Actions that were sent one after the other and have nothing special about them go through the store
/// as a run: without an object, a tracker, or a second look at the state for each.
extension StoreEngine {
  // MARK: - Acceptance

  /// Accepts an action behind others, in a run. Returns its number, or nil when it needs a
  /// `PendingAction`, or others have to commit first.
  @inline(__always)
  func appendToRun(_ action: Action) -> UInt64? {
    guard mayHost, !commits.isQueueEmpty, !commits.isStopped, hooks.applied == nil else {
      return nil
    }
    router.isUnsure = false
    root.guess(action, tree, router)
    let guess = router.takeGuess()
    if router.isUnsure { return nil }
    hooks.accepted?(action)
    joinRun()
    lentRun.unsafelyUnwrapped._withUnsafeGuaranteedRef { run in
      guard let guess else { return run.append(action, for: nil, byteCount: 0) }
      guess._withUnsafeGuaranteedRef { lane in
        let hosted = HostedAction(bytes: router.guessedBytes)
        commits.add(bytes: hosted.bytes.count)
        if let (epoch, sequence) = lane.machine.append(hosted) {
          desk.dispatch(epoch, sequence, hosted, lane)
        } else if lane.machine.isResting {
          lane.handle(.woken)
        }
        run.append(action, for: lane, byteCount: hosted.bytes.count)
      }
    }
    return commits.acceptedCount
  }

  /// Has the next action accepted in the run that it belongs to.
  @inline(__always)
  private func joinRun() {
    if let lentRun, lentRun._withUnsafeGuaranteedRef({ $0.takes(commits.nextNumber) }) {
      return commits.joinTail()
    }
    beginRun()
  }

  @inline(never)
  private func beginRun() {
    let run = actionRun.init()
    openRun = run
    commits.begin(run: run)
  }

  /// A run of this store, with its type.
  func run(_ pending: AnyPendingAction) -> ActionRun<Action> {
    // Every run of the buffer was made by this engine, with its action type.
    unsafeDowncast(pending, to: ActionRun<Action>.self)
  }

  /// Lets go of the lock where nothing can have become ready to commit, or to be told.
  @inline(__always)
  func finishAppend() {
    if !watch.isWatching, aftermath.isEmpty, !commits.hasWaiting, desk.outboxes.isQuiet {
      lock.unlock()
    } else {
      finishCommit()
    }
  }

  // MARK: - Commit

  /// Commits the first action of the run at the head.
  ///
  /// Returns false when that has to wait for its worker, and nil when it must go the whole way, as a
  /// `PendingAction`.
  func commitFirst(ofRun head: AnyPendingAction) -> Bool? {
    let run = run(head)
    guard let lane = run.firstLane else {
      reduceFirst(of: run, nil)
      return true
    }
    return lane._withUnsafeGuaranteedRef { commitFirst(of: run, for: $0) }
  }

  /// Commits the action at the head of the buffer with its answer, as that is read, if it is the first of a
  /// run and nothing is special about either; and with the answers behind it, what is behind it in the run.
  /// Returns false where nothing committed; then nothing is read. Else `sequence` is that of the last answer read.
  ///
  /// An answer that waits is stored, moved, and looked at three times; nearly all come in the order of
  /// commits and need not wait.
  func commitRun(
    for lane: AnyLane, _ epoch: Epoch, from sequence: inout SequenceNumber,
    reading reader: inout WireReader
  ) -> Bool {
    guard lane.machine.mayApply(epoch, sequence), !commits.isStopped, !commits.isQueueEmpty else {
      return false
    }
    let head = commits.head
    guard head.isRun, lane.answersToCome.isEmpty else { return false }
    let run = run(head)
    let isDraining = current.isDraining
    let overtakingCount = commits.overtakingCount
    var hasRead = false
    // Where the answer begins that is next.
    var position: Int?
    // Whose it is comes before what the machine says: to ask the state may squash what is in flight.
    while !commits.isStopped, lane.takesRuns, run.isNext(for: lane), isForLane(run, lane),
      lane.machine.mayApply(epoch, sequence), lane.prepareHead(reading: &reader)
    {
      position = nil
      hasRead = true
      // Unless it has the worker reduce the action again, or cannot use the answer.
      guard lane.machine.isHeadReady else { break }
      current.isDraining = true
      reduceFirst(of: run, lane)
      current.isDraining = isDraining
      let next = reader.position
      guard commits.overtakingCount == overtakingCount, lane.isNextInRun,
        WorkerMessage.readsResult(of: lane.id, epoch, sequence.next, &reader)
      else { break }
      sequence = sequence.next
      position = next
    }
    // That one is for others to take.
    if let position {
      reader.rewind(to: position)
      sequence = sequence.previous
    }
    // What is next may have its answer already.
    if hasRead, !lane.isNextInRun { commitAvailable() }
    return hasRead
  }

  /// Returns whether the first action of the run at the head is for a lane, as was thought when it was sent.
  @inline(__always)
  private func isForLane(_ run: ActionRun<Action>, _ lane: AnyLane) -> Bool {
    if run.isRouteCertain { return true }
    // Nothing but what commits out of order commits before the head, so that it is asked once, however
    // long it waits.
    run.isRouteCertain = true
    let isForIt = router.finds(LaneList(lane)) {
      run.withFirst { root.route(state, $0.pointee, tree, router) }
    }
    if isForIt, router.problem == nil { return true }
    run.isRouteCertain = false
    return false
  }

  @inline(__always)
  private func commitFirst(of run: ActionRun<Action>, for lane: AnyLane) -> Bool? {
    guard lane.takesRuns, !lane.machine.isHeadCondemned else { return nil }
    guard isForLane(run, lane) else { return nil }
    guard lane.machine.isHeadReady else { return false }
    guard lane.machine.isHeadPlain, lane.takesRuns else { return nil }
    guard prepare(lane) else { return false }
    reduceFirst(of: run, lane)
    return true
  }

  /// Makes the first action of the run at the head a `PendingAction`, which is the head then.
  func splitRun(atHead head: AnyPendingAction) {
    let run = run(head)
    let (number, byteCount) = (run.number, run.firstByteCount)
    let lane = run.firstLane?.takeUnretainedValue()
    let action = run.removeFirst()
    keepRoute(of: nil)
    let tracker = trackers.leave(number) ?? ActionTracker(parent: nil)
    trackers.note(tracker, of: number)
    let pending = pendingAction.init(action: action, tracker: tracker)
    pending.byteCount = byteCount
    if let lane { pending.lanes = LaneList(lane) }
    commits.splitHead(pending, number: number, isLast: run.isEmpty)
  }

  private func reduceFirst(of run: ActionRun<Action>, _ lane: AnyLane?) {
    let (number, byteCount) = (run.number, run.firstByteCount)
    let action = run.removeFirst()
    if let lane, run.isNext(for: lane) { keepRoute(of: lane) } else { keepRoute(of: nil) }
    if run.isEmpty { commits.popHead() } else { commits.shrinkHead() }
    current.isFollowing = true
    if !pass.lanes.isOnly(lane) {
      pass.lanes = lane.map(LaneList.init) ?? LaneList()
      current.lanes = pass.lanes
    }
    if watch.isWatching { tellReducing() }
    let start = lane?.figures.commitSampler.begin()
    let effect = reduceTree(action)
    version &+= 1
    if watch.isWatching {
      noteReduced(action, isFollowUp: false)
      if watch.hasHooks { hooks.committed?(&state.pointee, action, false) }
    }
    follow(effect, ofNumber: number)
    if let lane {
      if !lane.hasCommittedHead { lane.leaveSlot() }
      desk.noteCommit(of: lane)
      commits.remove(bytes: byteCount)
    }
    reconcileLanes()
    if let start { lane?.figures.commitSampler.end(start) }
    current.isFollowing = false
    // The sweep has found the lane's child where it was, and the lane was shown what became of its state.
    if routedLane != nil, lane?.takesRuns == true { run.isRouteCertain = true }
  }

  /// Has a lane be shown its state after each commit, as the next action of its run is for it too: so
  /// that action needs no walk to find its way.
  @inline(__always)
  private func keepRoute(of lane: AnyLane?) {
    if routedLane === lane { return }
    routedLane?.isNextInRun = false
    lane?.isNextInRun = true
    routedLane = lane
  }

  /// Ends what the commit took away and starts what it asked for; most ask for nothing, and then nobody
  /// needs a tracker.
  private func follow(_ effect: Effect<Action>, ofNumber number: UInt64) {
    let ended = sweep()
    let awaited = trackers.leave(number)
    if effect.isNone, ended.isEmpty {
      awaited?.release(&aftermath.freed)
      return
    }
    let tracker = awaited ?? ActionTracker(parent: nil)
    follow(effect, ended, tracker)
    tracker.release(&aftermath.freed)
    if !tracker.isFinished { trackers.note(tracker, of: number) }
  }

  // MARK: - Waiting

  /// Returns the tracker of an action that was sent; nil when nothing is left to wait for.
  func tracker(of sent: SentAction) -> ActionTracker? {
    switch sent.reference {
    case .tracker(let tracker): tracker
    case .number(let number): trackers.tracker(of: number)
    }
  }

  /// Returns whether nothing is left to wait for. Takes the lock.
  package func isFinished(_ sent: SentAction) -> Bool {
    withState { _ in tracker(of: sent)?.isFinished ?? true }
  }

  /// Drops what a run at the head has left.
  func drop(runAtHead head: AnyPendingAction) {
    let run = run(head)
    keepRoute(of: nil)
    while !run.isEmpty {
      let number = run.number
      commits.remove(bytes: run.firstByteCount)
      _ = run.removeFirst()
      trackers.leave(number)?.release(&aftermath.freed)
      if run.isEmpty { commits.popHead() } else { commits.shrinkHead() }
    }
  }
}
