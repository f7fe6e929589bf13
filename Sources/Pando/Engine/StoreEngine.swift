import DequeModule
import PandoHosting

/// The root of a store: its state, its lock and its reorder buffer.
///
/// Actions are accepted in any thread, dispatched to hosts ahead of their turn, and committed in order
/// by whoever holds the lock.
package final class StoreEngine<State: Sendable, Action: Sendable>: @unchecked Sendable {
  // Every `var` below, and what `state` points to, is touched only with `lock` held. Those that every
  // action touches are not checked for overlapping access at run time, here and in what the store
  // owns: the checks would double what a hosted action takes. No access to them lasts across a call
  // that could come back to them.
  let lock = OwnedLock()

  /// At a fixed address, so that it is changed in place.
  let state: UnsafeMutablePointer<State>
  let root: Node<State, Action>
  /// The logic of `root`.
  let logic: Node<State, Action>.Logic
  /// True if an action may be for a hosted feature.
  let mayHost: Bool
  /// The features that are mounted; nil where none asks to be.
  let mounted: MountedFeature?
  /// Nil where no action is traced.
  let tracing: StoreTracing?
  let scope: DependencyScope
  var dependencies: DependencyValues { scope.values }
  /// The same for effects of what is presented.
  lazy var presentedScope = DependencyScope(values: dependencies.presented)
  package var window: Int { commits.window }
  @exclusivity(unchecked)
  var chains: ChainBounds
  let executor: (any TaskExecutor)?

  /// Kept, because naming a generic class asks the runtime for it each time.
  let pendingAction = PendingAction<Action>.self
  let actionRun = ActionRun<Action>.self
  let remoteEffects = StoreRemoteEffects<Action>.self

  /// Grows with every commit.
  @exclusivity(unchecked)
  var version: UInt64 = 0
  /// The actions between acceptance and commit, and their order.
  @exclusivity(unchecked)
  var commits: CommitMachine<AnyPendingAction>
  /// The commit that is under way.
  @exclusivity(unchecked)
  var current = CurrentCommit()
  let pass = Pass(.afterUnlock)
  let tree = Incarnation()
  let effects = EffectRegistry<Incarnation, ActionTracker>()
  /// Tests, and readers of the timeline and of events.
  package let watch: StoreWatch
  /// Writes each commit down before anything leaves that follows from it; nil where nothing outlives the process.
  let journal: StoreJournal<State, Action>?
  /// The moments that tests watch.
  @exclusivity(unchecked)
  package var hooks = StoreHooks<State, Action>() { didSet { watch.hasHooks = true } }
  @exclusivity(unchecked)
  var waiters = CommitWaiters()
  /// Nil until somebody observes the state by `Observation`.
  @exclusivity(unchecked)
  var observation: EngineObservation<State>?

  /// The number of actions that failed.
  var failureCount: UInt64 = 0
  /// The run that was begun last, while others may join it.
  var openRun: ActionRun<Action>? {
    didSet { lentRun = openRun.map(Unmanaged.passUnretained) }
  }
  // The same, which `openRun` holds, without counting a reference for every action.
  var lentRun: Unmanaged<ActionRun<Action>>?
  /// The lane of the run at the head, while the next action is for it too.
  var routedLane: AnyLane?
  /// The trackers of those actions of runs that somebody asks for.
  @exclusivity(unchecked)
  var trackers = RunTrackers()
  /// The actions that somebody waits for.
  var awaited = AwaitedTrackers()
  /// The work that is left for after the unlock.
  let aftermath = Aftermath()
  /// The threads that wait in `send` for room, and whose turn it is.
  @exclusivity(unchecked)
  var roomTurns = RoomTurns()

  /// Nil when nothing is hosted.
  package let backend: (any HostingBackend)?
  /// The hosted children, and what their workers are told.
  package let desk: LaneDesk
  let router: Router

  package init<R: Reducer<State, Action>>(
    initialState: () -> State,
    reducer: () -> R,
    dependencies: DependencyValues,
    executor: (any TaskExecutor)? = nil,
    journal: StoreJournal<State, Action>? = nil, mayRestart: Bool = false
  ) {
    self.journal = journal
    let dependencies = dependencies.chosen
    scope = DependencyScope(values: dependencies)
    self.executor = executor
    tracing = StoreTracing(dependencies.tracing)
    let hosting = dependencies.hosting
    commits = CommitMachine(window: hosting.window)
    chains = ChainBounds(length: hosting.chainLimit)
    let makeBackend = hosting.makeBackend
    let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
    self.state = state
    // Features read their dependencies where they are made: here, and in the bodies that this calls.
    root = DependencyValues.with(dependencies) {
      state.initialize(to: initialState())
      return dependencies.makingRoot {
        TreeBuilder.tree(
          for: reducer(), hosts: makeBackend != nil, restarts: mayRestart || journal != nil)
      }
    }
    logic = root.logic
    mayHost = root.mayHost
    mounted = root.mayMount ? MountedFeature() : nil
    backend = mayHost ? makeBackend?() : nil
    watch = StoreWatch(aftermath)
    if let journal {
      aftermath.gate = ExitGate()
      watch.hasJournal = true
      version = journal.version
    }
    desk = LaneDesk(backend, window: hosting.window, watch: watch, aftermath: aftermath)
    router = Router(driver: desk)
    desk.owner = self
    var features: [any HostedFeature] = []
    root.visitHosted { features.append($0.feature) }
    backend?.start(client: self, features: features, dependencies: dependencies)
  }

  deinit {
    observation?.store.takeAll().forEach(ThreadObservation.note)
    state.deinitialize(count: 1)
    state.deallocate()
  }

  package var isStopped: Bool { commits.isStopped }

  /// The number of bytes that the uncommitted actions have, encoded for hosts.
  package var pendingBytes: Int { commits.pendingBytes }

  /// The number of those bytes from which on senders wait.
  package var windowBytes: Int {
    get { commits.windowBytes }
    set { commits.windowBytes = newValue }
  }

  // MARK: - The lock

  /// Runs `body` with the lock held, then commits what can be committed, and says and resumes what
  /// that brought.
  @inline(__always)
  func commit<Result>(_ body: () -> Result) -> Result {
    if !lock.lockUnlessHeldHere() { return body() }
    let result = body()
    finishCommit()
    return result
  }

  /// True if senders have to wait for room.
  package var isFull: Bool { withState { _ in commits.hasNoRoom } }

  /// Reads the state.
  package func withState<Result>(_ body: (inout State) -> Result) -> Result {
    if !lock.lockUnlessHeldHere() { return body(&state.pointee) }
    defer { lock.unlock() }
    return body(&state.pointee)
  }

  /// Lends the state to users' code, which may send.
  func readState<Result>(_ body: (State) throws -> Result) rethrows -> Result {
    if !lock.lockUnlessHeldHere() {
      precondition(!current.isReducing, Self.readInsideReducer)
      return try body(state.pointee)
    }
    let count = commits.acceptedCount
    defer { finishRead(since: count) }
    return try body(state.pointee)
  }

  /// Gives up the lock after users' code, which may have sent or cancelled since so many actions had been accepted.
  @inline(__always)
  func finishRead(since count: UInt64) {
    if commits.acceptedCount == count, !effects.hasCancellations, aftermath.isEmpty,
      desk.outboxes.isQuiet, aftermath.gate?.isAnyOpen != true
    {
      lock.unlock()
    } else {
      finishCommit()
    }
  }

  static var readInsideReducer: String {
    """
    A store's state was read inside one of its own reducers, which are changing it. Read the \
    reducer's parameter "state".
    """
  }

  // MARK: - Those that wait for a commit

  /// Returns the number of the newest commit once that is not `seen`, or the task is cancelled.
  package func version(after seen: UInt64) async -> UInt64 {
    let number = withState { _ in waiters.makeNumber() }
    await withTaskCancellationHandler {
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
        commit {
          if version != seen || Task.isCancelled || isStopped {
            aftermath.resume(continuation)
          } else {
            waiters.add(continuation, number: number, version: version)
          }
        }
      }
    } onCancel: {
      commit {
        if let continuation = waiters.remove(number) { aftermath.resume(continuation) }
      }
    }
    return withState { _ in version }
  }
}
