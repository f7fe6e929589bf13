import DequeModule
package import PandoHosting

/// The root of a store: its state, its lock and its reorder buffer.
///
/// Actions are accepted in any thread, dispatched to hosts ahead of their turn, and committed in order
/// by whoever holds the lock.
package final class StoreEngine<State: Sendable, Action: Sendable>: @unchecked Sendable {
  // Every `var` below, and what `state` points to, is touched only with `lock` held. Those that every
  // action touches are not checked for overlapping access at run time, here and in what the store
  // owns: the checks took a twelfth of a hosted action. No access to them lasts across a call that
  // could come back to them.
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
  /// The trace of the action that is being committed, if it has one.
  var currentTrace: ActionTrace?
  let scope: DependencyScope
  var dependencies: DependencyValues { scope.values }
  /// The same for effects of what is presented.
  lazy var presentedScope = DependencyScope(values: dependencies.presented)
  package let window: Int
  let executor: (any TaskExecutor)?

  /// Kept, because naming a generic class asks the runtime for it each time.
  let pendingAction = PendingAction<Action>.self
  let actionRun = ActionRun<Action>.self

  /// Grows with every commit.
  @exclusivity(unchecked)
  var version: UInt64 = 0
  @exclusivity(unchecked)
  var buffer: ReorderBuffer<AnyPendingAction>
  @exclusivity(unchecked)
  var isCommitting = false
  /// True if a reducer has the state in its hands.
  var isReducing = false
  /// True if what follows a commit tells of an action that failed.
  var isTellingOfFailure = false
  let pass = Pass(.afterUnlock)
  /// The lanes of the action that is being committed, or was last.
  var committingLanes = LaneList()
  /// True if an action is being committed, until everything has followed.
  var isFollowingCommit = false
  let tree = Incarnation()
  let effects = EffectRegistry<Incarnation, ActionTracker>()
  @exclusivity(unchecked)
  package var hooks = StoreHooks<State, Action>() {
    didSet { (hasHooks, isWatched) = (true, true) }
  }
  var hasHooks = false
  /// Nil while nobody reads the timeline of commits.
  var timeline: CommitTimeline?
  /// True if commits are looked at by anybody; lets a plain send leave early.
  @exclusivity(unchecked)
  var isWatched = false
  /// The tasks that wait for the next commit, by number.
  @exclusivity(unchecked)
  var commitWaiters: [UInt64: UnsafeContinuation<Void, Never>] = [:]
  private var nextCommitWaiter: UInt64 = 1
  /// Nil until somebody observes the state by `Observation`.
  @exclusivity(unchecked)
  var observation: EngineObservation<State>?

  /// Effects and tasks that wait for room.
  @exclusivity(unchecked)
  var waitingSends: Deque<WaitingSend> = []
  /// The number of actions that wait beside the buffer: they commit when their workers have
  /// answered.
  var outsideCount = 0
  /// The number of actions in the buffer that await a hosted child whose lane is not known.
  var awaitingChildCount = 0
  /// The first lane that may be the one that they await.
  var firstAwaitedLane = LaneID(rawValue: 0)
  /// The number of bytes that the uncommitted actions have, encoded for hosts.
  @exclusivity(unchecked)
  package var pendingBytes = 0
  /// The number of those bytes from which on senders wait.
  @exclusivity(unchecked)
  package var windowBytes = 64 << 20
  /// Counts the actions that were accepted.
  var acceptedCount: UInt64 = 0
  /// True if it was reported that actions are refused for want of room.
  var hasReportedRefusal = false
  /// Lanes that commit out of order and whose first action may be ready.
  @exclusivity(unchecked)
  var readyLanes: Deque<AnyLane> = []
  /// The lane whose suspect is reduced alone, and those that are to be.
  var trialLane: AnyLane?
  var lanesAwaitingTrial: [AnyLane] = []
  /// The lanes that are to move and whose effects have ended.
  @exclusivity(unchecked)
  var movingLanes: [AnyLane] = []
  /// Nil until somebody follows what happens to workers and lanes.
  var hostingHub: HostingEventHub?
  /// The figures of lanes that have ended, by feature, and the number of actions that failed.
  var endedFeatures: [String: HostingFigures.Feature] = [:]
  var failureCount: UInt64 = 0
  /// When features are told that their effects ended with a worker.
  var interruptions = InterruptionMachine()
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
  /// The calls to make once the lock is free.
  @exclusivity(unchecked)
  var aftermath: [() -> Void] = []
  /// The reports to make once the lock is free.
  @exclusivity(unchecked)
  var reports: [() -> Void] = []
  /// The number of threads that report what belongs to commits that are over.
  var reportingCount = 0
  /// The tasks that wait for ends that have come, until what belongs to them was reported.
  var awaitingReports: [UnsafeContinuation<Void, Never>] = []
  /// Threads that wait in `send` for room.
  @exclusivity(unchecked)
  var sleepingCount = 0
  /// The continuations to resume once the lock is free.
  @exclusivity(unchecked)
  var freed: [UnsafeContinuation<Void, Never>] = []

  package let backend: (any HostingBackend)?
  /// Nil when nothing is hosted.
  @exclusivity(unchecked)
  private(set) var router: Router!
  private var observedVersion: UInt64 = 0
  @exclusivity(unchecked)
  var lanes: [LaneID: AnyLane] = [:]
  private(set) var nextLane: UInt64 = 1
  /// Lanes that have commits or settlements to tell.
  @exclusivity(unchecked)
  var markedLanes: [AnyLane] = []
  /// The messages for the workers that have lanes of this store, by link.
  var outboxes: [ObjectIdentifier: LinkOutbox] = [:]
  /// The outboxes that have something to send.
  @exclusivity(unchecked)
  var markedOutboxes: [LinkOutbox] = []
  var remoteEffects: [RemoteKey: RemoteEffects<Action>] = [:]
  /// Actions that wait for a lane to be freed by its worker.
  var closings: [LaneID: ActionTracker] = [:]
  @exclusivity(unchecked)
  var isStopped = false

  package init<R: Reducer<State, Action>>(
    initialState: () -> State,
    reducer: () -> R,
    dependencies: DependencyValues,
    executor: (any TaskExecutor)? = nil
  ) {
    let dependencies = dependencies.chosen
    scope = DependencyScope(values: dependencies)
    self.executor = executor
    tracing = StoreTracing(dependencies.tracing)
    let hosting = dependencies.hosting
    window = hosting.window
    buffer = ReorderBuffer(capacity: hosting.window)
    let makeBackend = hosting.makeBackend
    let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
    self.state = state
    // Features read their dependencies where they are made: here, and in the bodies that this calls.
    root = DependencyValues.with(dependencies) {
      state.initialize(to: initialState())
      return TreeBuilder.tree(for: reducer(), hosts: makeBackend != nil)
    }
    logic = root.logic
    mayHost = root.mayHost
    mounted = root.mayMount ? MountedFeature() : nil
    backend = mayHost ? makeBackend?() : nil
    router = Router(driver: self)
    var features: [any HostedFeature] = []
    root.visitHosted { features.append($0.feature) }
    backend?.start(client: self, features: features, dependencies: dependencies)
  }

  deinit {
    observation?.store.takeAll().forEach(ThreadObservation.note)
    state.deinitialize(count: 1)
    state.deallocate()
  }

  package func makeLaneID() -> LaneID {
    defer { nextLane += 1 }
    return LaneID(rawValue: nextLane)
  }

  // MARK: - The lock

  /// Runs `body` with the lock held, then commits what can be committed, and says and resumes what
  /// that brought.
  @inline(__always)
  func commit<Result>(_ body: () -> Result) -> Result {
    if lock.isHeldHere { return body() }
    lock.lock()
    let result = body()
    finishCommit()
    return result
  }

  /// True if senders have to wait for room.
  package var isFull: Bool { withState { _ in hasNoRoom } }

  /// Reads the state.
  package func withState<Result>(_ body: (inout State) -> Result) -> Result {
    if lock.isHeldHere { return body(&state.pointee) }
    lock.lock()
    defer { lock.unlock() }
    return body(&state.pointee)
  }

  /// Lends the state to users' code, which may send.
  func readState<Result>(_ body: (State) throws -> Result) rethrows -> Result {
    if lock.isHeldHere {
      precondition(!isReducing, Self.readInsideReducer)
      return try body(state.pointee)
    }
    lock.lock()
    let count = acceptedCount
    defer { if acceptedCount == count { lock.unlock() } else { finishCommit() } }
    return try body(state.pointee)
  }

  static var readInsideReducer: String {
    """
    A store's state was read inside one of its own reducers, which are changing it. Read the \
    reducer's parameter "state".
    """
  }

  // MARK: - Those that wait for a commit

  func wakeCommitWaiters() {
    guard version != observedVersion else { return }
    observedVersion = version
    freed.append(contentsOf: commitWaiters.values)
    commitWaiters.removeAll()
  }

  /// Returns the number of the newest commit once that is not `seen`, or the task is cancelled.
  package func version(after seen: UInt64) async -> UInt64 {
    let number = withState { _ in
      defer { nextCommitWaiter += 1 }
      return nextCommitWaiter
    }
    await withTaskCancellationHandler {
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
        commit {
          if version != seen || Task.isCancelled || isStopped {
            freed.append(continuation)
          } else {
            observedVersion = version
            commitWaiters[number] = continuation
          }
        }
      }
    } onCancel: {
      commit {
        if let continuation = commitWaiters.removeValue(forKey: number) {
          freed.append(continuation)
        }
      }
    }
    return withState { _ in version }
  }
}
