/// Holds a feature's state, runs its reducer for every action, and runs the effects.
///
/// Actions commit in the order in which the store accepted them. `send` may be called on any thread,
/// from effects, and from inside a commit; no main actor is needed. The state is changed in place,
/// under the store's own lock, by whoever sends or by the thread that a worker's answer arrives on.
///
/// Where the state is ``ObservableState()``, its properties are the store's: `store.query`. What is read
/// of a store inside `withObservationTracking` or `Observations` is observed, field by field: observers
/// are told once a commit has changed what they read, when its state is in place and the store may be
/// used. They may be told in any thread that commits, and one that begins to observe just then may be
/// told twice.
@dynamicMemberLookup
public final class Store<State: Sendable, Action: Sendable>: Sendable {
  let core: any StoreCore<State, Action>
  let scopes = ScopeCache()

  init(core: any StoreCore<State, Action>) {
    self.core = core
  }

  /// Accepts an action.
  ///
  /// When nothing is in flight, and the action is not for a hosted feature, it has committed when this
  /// returns.
  ///
  /// While the store's window is full, the calling thread sleeps until there is room: a loop that sends, in a
  /// task too, becomes as slow as workers are. So do not call it with a lock that reducers or observers take. A
  /// task that sleeps keeps a thread of the concurrency pool, or the main thread, from others; where they need it,
  /// use ``sendWhenRoom(_:)``.
  ///
  /// An observer and a reducer do not sleep, nor does a task of a test that plays the workers. They go beyond
  /// the window, up to sixteen times its size; what they send then is refused and reported.
  @discardableResult
  public func send(_ action: Action) -> StoreTask {
    core.send(action)
  }

  /// Accepts an action as ``send(_:)`` does, and suspends the calling task while the window is full.
  /// Tasks are let in in the order in which they came.
  @discardableResult
  public func sendWhenRoom(_ action: Action) async -> StoreTask {
    await core.sendWhenRoom(action)
  }

  /// Accepts an action as ``send(_:)`` does, if the window is not full.
  ///
  /// - Throws: ``StoreIsFull``; the action was not accepted.
  @discardableResult
  public func sendIfRoom(_ action: Action) throws(StoreIsFull) -> StoreTask {
    try core.sendIfRoom(action)
  }

  /// A copy of the state, as of the last commit. An observer of it is told of every commit.
  public var state: State {
    get {
      guard let state = core.copyState() else {
        preconditionFailure("a store has state for as long as it lives")
      }
      return state
    }
    @available(
      *, unavailable,
      message:
        "send an action that the reducer answers by changing the state: 'store.send(.countChanged(3))'"
    )
    set { fatalError("unavailable") }
  }

  /// Reads the state without copying it where that can be avoided. `body` runs inside the store's
  /// lock: it must be short, and must not wait for another thread that uses the store. An observer is
  /// told of changes of the observable fields that `body` reads, and of every commit if it reads none.
  public func withState<Result>(_ body: (_ state: State) throws -> Result) rethrows -> Result {
    guard let result = try core.withState(.whole, body) else {
      preconditionFailure("a store has state for as long as it lives")
    }
    return result
  }

  /// The worker processes that host features of this store, or of the store that it is a part of.
  /// Empty while everything runs in this process.
  public var workers: [HostedWorker] { core.whole.workers }

  /// The hosted children of this store, or of the store that it is a part of: which worker has each, and
  /// what it waits for. In the order in which they came; each is there from its first action on. For a look
  /// now and then: O(children), and it takes the store's lock.
  public var hostedChildren: [HostedChild] { core.whole.hostedChildren }

  /// The costs of the hosted features of this store, or of the store that it is a part of, by name: actions, bytes,
  /// squashes, and the processor time that each kind of action took on workers. For a look now and then: O(children), and
  /// it takes the store's lock.
  public var ledger: [FeatureLedger] { core.whole.ledger }

  /// The things that happen from now on to the workers and hosted children of this store, or of the store that
  /// it is a part of. Each time it is asked for, it is a sequence for one more reader. A slow reader holds up
  /// nothing: it misses events. While nobody reads, events cost nothing.
  ///
  /// ```swift
  /// for await event in store.hostingEvents {
  ///   if case .workerLost(let loss) = event { logger.warning("\(loss)") }
  /// }
  /// ```
  public var hostingEvents: HostingEvents { core.whole.hostingEvents }

  /// Ends the store, and the store that it is a part of: cancels every effect, frees every hosted
  /// child, and returns when the worker processes that were started for it have ended.
  ///
  /// Actions that have not committed are dropped, and so is everything that is sent later. A store
  /// that goes out of use ends by itself; call this to wait for it.
  public func stop() async {
    await core.whole.stopAndFinish()
  }
}
