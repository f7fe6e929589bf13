import DequeModule
import PandoHosting
import Tracing

extension StoreEngine: EffectRunner {
  /// Ends what the commit took away and starts what it asked for.
  func follow(_ effect: Effect<Action>, _ tracker: ActionTracker?) {
    follow(effect, sweep(), tracker)
  }

  /// Ends the children whose state the commit took away, and returns them.
  @inline(__always)
  func sweep() -> [Incarnation] {
    var ended: [Incarnation] = []
    if tree.hasChildren { root.sweep(state, tree, &ended) }
    return ended
  }

  func follow(_ effect: Effect<Action>, _ ended: [Incarnation], _ tracker: ActionTracker?) {
    // What is sent or ends now counts the slots of lanes.
    current.lanes.forEach {
      if $0.head == .isDue, $0.isAccepting, !$0.incarnation.isEnded { $0.withdrawHead() }
    }
    for incarnation in ended { end(incarnation, tracker) }
    if !effect.isNone { execute(effect, tracker) }
  }

  @inline(never)
  private func execute(_ effect: Effect<Action>, _ tracker: ActionTracker?) {
    // Most are one of these two, of the root, and need no plan.
    switch effect.operation {
    case .send(let action): return send(action, nil, tree, tracker)
    case .run(let run): return start(run, tree, [], tracker)
    default: break
    }
    var plan = Plan<Action>()
    plan.add(effect, root: root, state: state, tree: tree) { _, _ in 0 }
    execute(plan, tracker)
  }

  /// Carries out what an action asked for, its sends last. What is sent squashes what lies behind the action in a lane,
  /// so that the worker hears of the commit and starts its effects: what it is to hear before that comes first.
  private func execute(_ plan: Plan<Action>, _ tracker: ActionTracker?) {
    var sendCount = 0
    for operation in plan.operations {
      if case .send = operation { sendCount += 1 } else { execute(operation, tracker) }
    }
    if sendCount == 0 { return }
    if sendCount > 1 { current.link.branch() }
    for case .send(let action, let hostOrigin, let owner) in plan.operations {
      send(action, hostOrigin, owner, tracker)
    }
  }

  private func execute(_ operation: Plan<Action>.Operation, _ tracker: ActionTracker?) {
    switch operation {
    case .send(let action, let hostOrigin, let owner):
      send(action, hostOrigin, owner, tracker)
    case .start(let run, let owner, let ids):
      start(run, owner, ids, tracker)
    case .cancel(let id, let scope, let isReplaced):
      cancel(id, in: scope, isReplaced: isReplaced)
    case .cancelEncoded(let id, let site, let scope):
      for known in effects.cancel(id, in: scope) { report(known.reportUncrossable) }
      // The host that it came from has carried it out itself.
      cancelOnHosts(id, in: scope, except: site.flatMap { scope.nearestLane(at: $0) })
    case .hosted(let hosted, let owner):
      follow(hosted, owner, tracker)
    }
  }

  private func send(
    _ action: Action, _ hostOrigin: HostOrigin?, _ owner: Incarnation, _ tracker: ActionTracker?
  ) {
    guard let link = nextLink(action) else { return }
    let pending = pendingAction.init(
      action: action, origin: owner, hostOrigin: hostOrigin,
      tracker: ActionTracker(parent: tracker))
    pending.link = link
    if let journal { journal.owe(pending) }
    pending.isFailureNotice = current.isTellingOfFailure
    if let outer = current.trace { trace(pending, below: outer) }
    if link.isTurnOver { append(pending) } else { appendFollowUp(pending) }
  }

  private func start(
    _ run: EffectRun<Action>, _ owner: Incarnation, _ ids: [ScopedCancelID],
    _ tracker: ActionTracker?
  ) {
    if isStopped { return }
    if tracker?.isCancelled == true { return effects.dropThrottled(under: ids) }
    let tracker = tracker ?? ActionTracker(parent: nil)
    tracker.retain()
    let number = effects.register(owner: owner, ids: ids, tag: tracker, name: run.name)
    tracker.note(effect: number)
    if let gate = aftermath.gate {
      gate.add(.start { [self] in startTask(of: run, number) })
    } else {
      startTask(of: run, number)
    }
  }

  @inline(__always)
  private func startTask(of run: EffectRun<Action>, _ number: UInt64) {
    // The store may have stopped while the start had to wait.
    if isStopped {
      effects.finish(number)?.release(&aftermath.freed)
      return
    }
    let scope = run.dismiss == nil ? scope : presentedScope
    // Not `Task.immediate`: it would run the effect on the sender's thread until it first waits, which nothing bounds.
    // A preference for no executor would cost a look at every step of the task.
    let task =
      if let executor {
        Task(name: run.name, executorPreference: executor, priority: run.priority) {
          await self.perform(run, number, scope)
        }
      } else {
        Task(name: run.name, priority: run.priority) { await self.perform(run, number, scope) }
      }
    effects.attach(task, to: number)
  }

  /// Does the work of an effect, in its task.
  private func perform(
    _ run: EffectRun<Action>, _ number: UInt64, _ scope: DependencyScope
  ) async {
    if tracing == nil { return await performHere(run, number, scope) }
    // Not in the context of the sender that just happened to commit. A traced effect has its own.
    await ServiceContext.withValue(nil) { await performHere(run, number, scope) }
  }

  private func performHere(
    _ run: EffectRun<Action>, _ number: UInt64, _ scope: DependencyScope
  ) async {
    let send = Send<Action> { [location = run.location] action in
      await self.send(action, fromEffect: number, location)
    }
    let context = EffectContext(
      effect: number, executor: executor, runner: self, dismiss: run.dismissal(send))
    await DependencyScope.effect(scope.values) {
      await EffectContext.$current.withValue(context) { await run.operation(send) }
    }
    finish(effect: number)
  }

  // MARK: - For running effects

  func beginSection(
    of effect: UInt64, in outer: UInt64?, under id: CancelID, _ inFlight: InFlight,
    cancel: @escaping @Sendable () -> Void
  ) -> UInt64? {
    commit {
      let cancelsOthers = inFlight != .kept && effects.isRunning(effect, in: outer)
      let section = effects.beginSection(
        of: effect, in: outer, under: id, inFlight, cancel: cancel)
      if cancelsOthers, let owner = effects.effect(effect)?.owner { cancelOnHosts(id, in: owner) }
      return section
    }
  }

  func endSection(_ section: UInt64) {
    commit { effects.endSection(section) }
  }

  func throttle(
    _ id: CancelID, of effect: UInt64, _ section: UInt64?,
    next: ((any Throttling)?) -> any Throttling
  ) -> ThrottleShare? {
    commit { effects.throttle(id, of: effect, section, next: next) }
  }

  func cancel(_ id: CancelID, of effect: UInt64) {
    commit {
      guard let owner = effects.effect(effect)?.owner else { return }
      cancel(id, in: owner, isReplaced: false)
    }
  }

  /// Cancels what runs under an identity, here and on workers.
  private func cancel(_ id: CancelID, in scope: Incarnation, isReplaced: Bool) {
    effects.cancel(ScopedCancelID(id: id, scope: scope), isReplaced: isReplaced)
    cancelOnHosts(id, in: scope)
  }

  private func cancelOnHosts(_ id: CancelID, in scope: Incarnation) {
    if id.mayCross, runningOnHosts(scope) {
      cancelOnHosts(EncodedCancelID(id), in: scope, except: nil)
    }
  }

  private func finish(effect number: UInt64) {
    commit { effects.finish(number)?.release(&aftermath.freed) }
  }

  /// A child has gone: its effects end, here and on workers.
  private func end(_ incarnation: Incarnation, _ tracker: ActionTracker?) {
    effects.cancelAll(from: incarnation)
    closeLanes(of: incarnation, tracker)
    incarnation.forEachDescendant { closeLanes(of: $0, tracker) }
  }

  private func closeLanes(of incarnation: Incarnation, _ tracker: ActionTracker?) {
    for lane in incarnation.lanes {
      if let tracker, lane.machine.phase == .open {
        tracker.retain()
        desk.remoteEffects.wait(tracker, forEndOf: lane.id)
      }
      lane.handle(.close(withLastCommit: isCommitting(lane)))
      // What comes of these depends on what they find in the child's place.
      let waiting = lane.waiting
      lane.waiting.removeAll()
      for pending in waiting {
        if pending.isBeside {
          moveInside(pending)
        } else {
          commits.awaitChild(pending, since: desk.newLane)
        }
      }
    }
  }

  // MARK: - Effects on workers

  private func follow(
    _ hosted: HostedEffects<Action>, _ owner: Incarnation, _ tracker: ActionTracker?
  ) {
    if isStopped { return }
    switch hosted.ticket {
    case .answered(let lane, let sequence, let count):
      let key = RemoteKey(lane: lane, sequence: sequence)
      addRemote(key, count, hosted, owner, tracker)
      // The worker hears of it before it hears of the commit, and starts none.
      if tracker?.isCancelled == true { desk.cancel(key) }
    case .byClient(let commit, let node):
      let lane = node.lane(for: commit, of: owner, desk)
      let key = RemoteKey(lane: lane.id, sequence: lane.machine.first)
      // How many effects there are is known when the worker has reduced it, too.
      addRemote(key, 1, hosted, owner, tracker)
      lane.answersToCome[key.sequence] = Epoch(rawValue: 0)
      if !lane.traces.isEmpty {
        lane.noteClientReduction(hadSlot: commit.dispatchedOn == lane.id)
      }
      node.deliver(commit, to: lane, isCancelled: tracker?.isCancelled == true)
    }
  }

  private func addRemote(
    _ key: RemoteKey, _ count: Int, _ hosted: HostedEffects<Action>,
    _ owner: Incarnation, _ tracker: ActionTracker?
  ) {
    desk.add(
      remoteEffects.init(
        hosted, tracker: tracker ?? ActionTracker(parent: nil), owner: owner, remaining: count),
      for: key)
  }

  // MARK: - For tasks

  /// Cancels what an action started, and what the actions sent by that started.
  package func cancel(_ sent: SentAction) {
    commit {
      let left = tracker(of: sent)?.cancel { tracker in
        for number in tracker.effects { effects.cancel(number) }
        for key in tracker.remoteEffects where desk.remoteEffects[key] != nil { desk.cancel(key) }
      }
      for tracker in left ?? [] { tracker.release(&aftermath.freed) }
    }
  }

  /// Returns when everything that an action led to has ended.
  package func finish(_ sent: SentAction) async {
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      commit {
        guard !isStopped, let tracker = tracker(of: sent), tracker.wait(continuation) else {
          return aftermath.freed.append(continuation)
        }
        awaited.add(tracker)
      }
    }
  }
}
