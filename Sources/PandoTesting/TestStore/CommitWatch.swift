import DequeModule
import Pando

/// The record of what a test's store has seen of its engine, with the tasks that wait for more.
final class CommitWatch<State: Sendable & Equatable, Action: Sendable>: @unchecked Sendable {
  // Every `var` is touched only with the engine's lock held, as hooks are called with it; the rest is
  // never changed.

  /// The content of a store at one time.
  struct Moment {
    let state: State
    let shared: SharedTimeline.Mark
  }

  /// A commit that nobody outside the store asked for.
  struct Received {
    let action: Action
    let moment: Moment
    /// When it was about to be reduced.
    let before: SharedTimeline.Mark
  }

  /// A commit of an action that the test sent.
  struct Sent {
    let moment: Moment
    /// The number of actions that had been received when it committed, and that nobody had
    /// asserted.
    let receivedCount: Int
  }

  /// Where an effect comes from.
  struct Source {
    let action: Action
    /// Held, with those that led to it, so that their identities stay their own.
    let tracker: ActionTracker
    /// The sent action that led to it.
    let root: ObjectIdentifier
  }

  private struct Waiter {
    let isDone: @Sendable () -> Bool
    let resume: @Sendable (Bool) -> Void
  }

  let engine: StoreEngine<State, Action>
  let queue: EffectQueue

  let timeline: SharedTimeline

  var received: Deque<Received> = []
  /// The state that the test has asserted.
  var asserted: Moment {
    didSet { timeline.forget(before: asserted.shared) }
  }
  /// The number of actions, the first of `received`, that the test has been told of.
  private(set) var reportedCount = 0
  /// True if a failure of the test has said that something waits.
  var isToldOfWaiting = false
  /// The actions whose effects the test does not care about any more.
  private var skipped: [ObjectIdentifier: ActionTracker] = [:]
  private var lastBefore: SharedTimeline.Mark
  private var sent: [ObjectIdentifier: Sent] = [:]
  private var sources: [ObjectIdentifier: Source] = [:]
  private var locations: [ObjectIdentifier: (tracker: ActionTracker, OperatorLocation)] = [:]
  /// The actions that the test does not wait for any more, until they commit.
  private var abandoned: [ObjectIdentifier: ActionTracker] = [:]
  /// The number of sources at which those that nobody needs are looked for.
  private var sourceLimit = 64
  private var waiters: [UInt64: Waiter] = [:]
  private var nextWaiter: UInt64 = 0

  init(_ engine: StoreEngine<State, Action>, queue: EffectQueue) {
    self.engine = engine
    self.queue = queue
    let timeline = SharedTimeline()
    self.timeline = timeline
    lastBefore = timeline.mark()
    asserted = Moment(state: engine.withState { $0 }, shared: lastBefore)
    // Workers may be ready by now, on a thread of their own.
    locked {
      engine.hooks.reducing = { [weak self] in self?.noteReducing() }
      engine.hooks.applied = { [weak self] state, pending in self?.note(state, pending) }
      engine.hooks.appliedFailure = { [weak self] state, pending in
        self?.noteFailure(state, pending)
      }
      engine.hooks.released = { [weak self] in self?.look() }
    }
    queue.onRest { [weak self] in self?.look() }
  }

  /// Runs `body` with the engine's lock held.
  func locked<Result>(_ body: () -> Result) -> Result {
    engine.withState { _ in body() }
  }

  // MARK: - Commits

  private func noteReducing() {
    lastBefore = timeline.mark()
  }

  private func note(_ state: State, _ pending: CommittedAction<Action>) {
    guard let tracker = pending.tracker else { return }
    let moment = Moment(state: state, shared: timeline.mark())
    let id = ObjectIdentifier(tracker)
    let root = tracker.parent.flatMap { sources[ObjectIdentifier($0)]?.root } ?? id
    if sources.count >= sourceLimit { forgetFinished() }
    sources[id] = Source(action: pending.action, tracker: tracker, root: root)
    // Only what the test sends comes from nowhere.
    if pending.isFromOutside {
      let isAbandoned = abandoned.removeValue(forKey: id) != nil
      if !isAbandoned { sent[id] = Sent(moment: moment, receivedCount: received.count) }
    } else {
      if root == id { locations[id] = nil }
      received.append(
        Received(action: pending.action, moment: moment, before: lastBefore))
    }
  }

  /// An action of the test that no worker can reduce has committed, too: with what its feature's policy
  /// made of the state.
  private func noteFailure(_ state: State, _ pending: CommittedAction<Action>) {
    if pending.isFromOutside { note(state, pending) }
  }

  // MARK: - Received actions

  /// Takes the first action that was received; nil where there is none.
  func takeReceived() -> Received? {
    reportedCount = max(0, reportedCount - 1)
    return received.popFirst()
  }

  /// Drops the first actions that were received.
  func dropReceived(_ count: Int) {
    let count = min(count, received.count)
    received.removeFirst(count)
    reportedCount = max(0, reportedCount - count)
  }

  /// Returns the first actions that were received, as far as the test has not been told of them, and
  /// takes it as told.
  func tellReceived(_ count: Int? = nil) -> [Received] {
    let count = min(count ?? received.count, received.count)
    defer { reportedCount = max(reportedCount, count) }
    return Array(received.prefix(count).dropFirst(reportedCount))
  }

  // MARK: - Effects

  /// The effects that run and that the test cares about.
  var effectsInFlight: [EffectInFlight] {
    engine.effectsInFlight().filter { skipped[ObjectIdentifier($0.tracker)] == nil }
  }

  /// The effects that the test cares about, where nothing else is under way and all were cancelled; they
  /// ignore that.
  var effectsThatIgnoreCancellation: [EffectInFlight] {
    guard !awaitsCommit, effectsInFlight.isEmpty else { return [] }
    return engine.cancelledEffects().filter { skipped[ObjectIdentifier($0.tracker)] == nil }
  }

  /// True if nothing is under way that the test cares about.
  var isIdle: Bool {
    if skipped.isEmpty { return engine.isIdle }
    return engine.isIdle { skipped[ObjectIdentifier($0)] != nil }
  }

  /// True if an action waits to commit, or is to come that tells a feature of lost effects that the
  /// test cares about.
  var awaitsCommit: Bool {
    if skipped.isEmpty { return engine.awaitsCommit }
    return engine.awaitsCommit { skipped[ObjectIdentifier($0)] != nil }
  }

  /// Lets effects run on, which the test does not wait for.
  func skip(_ effects: [EffectInFlight]) {
    for effect in effects { skipped[ObjectIdentifier(effect.tracker)] = effect.tracker }
  }

  /// The state before the first action that the test has not asserted; the state now where there is
  /// none. Called with the engine's lock held.
  var reached: Moment {
    Moment(state: asserted.state, shared: received.first?.before ?? timeline.mark())
  }

  /// Sends an action of the test; nil where the store has ended.
  func send(_ action: Action, at location: OperatorLocation) -> TrackedAction? {
    // A store that is watched by commit has a tracker for each action.
    guard let tracker = engine.send(action)?.tracker else { return nil }
    locked { locations[ObjectIdentifier(tracker)] = (tracker, location) }
    return TrackedAction(tracker: tracker)
  }

  func hasCommitted(_ action: TrackedAction) -> Bool {
    sent[ObjectIdentifier(action.tracker)] != nil
  }

  /// The commit of an action, which is not waited for any longer.
  func takeSent(_ action: TrackedAction) -> Sent? {
    let id = ObjectIdentifier(action.tracker)
    let commit = sent.removeValue(forKey: id)
    if commit == nil { abandoned[id] = action.tracker }
    return commit
  }

  /// An action is finished when all that it led to is.
  private func forgetFinished() {
    sources = sources.filter { !$0.value.tracker.isFinished }
    locations = locations.filter { !$0.value.tracker.isFinished }
    abandoned = abandoned.filter { !$0.value.isFinished }
    skipped = skipped.filter { !$0.value.isFinished }
    sourceLimit = max(64, 2 * sources.count)
  }

  /// The action that an effect comes from, and where the test sent what led to it.
  func source(of effect: EffectInFlight) -> (action: Action, location: OperatorLocation?)? {
    guard let source = sources[ObjectIdentifier(effect.tracker)] else { return nil }
    return (source.action, locations[source.root]?.1)
  }

  // MARK: - Waiting

  /// Waits until `isDone`, which is asked with the engine's lock held. Returns false when that takes
  /// until the deadline, or the task is cancelled.
  func waitOnce(
    until deadline: ContinuousClock.Instant, for isDone: @escaping @Sendable () -> Bool
  ) async -> Bool {
    if locked(isDone) { return true }
    let number = takeNumber()
    let alarm = Task.detached {
      try await Task.sleep(until: deadline, clock: .continuous)
      self.give(up: number)
    }
    defer { alarm.cancel() }
    return await withTaskCancellationHandler {
      await unsafe withUnsafeContinuation { continuation in
        let isDone = locked { () -> Bool? in
          if isDone() { return true }
          if Task.isCancelled || deadline <= .now { return false }
          waiters[number] = Waiter(isDone: isDone) { unsafe continuation.resume(returning: $0) }
          return nil
        }
        if let isDone { unsafe continuation.resume(returning: isDone) }
      }
    } onCancel: {
      give(up: number)
    }
  }

  private func takeNumber() -> UInt64 {
    locked {
      nextWaiter += 1
      return nextWaiter
    }
  }

  /// Adds a waiter, and returns its number; nil where there is nothing to wait for.
  func addWaiter(
    _ isDone: @escaping @Sendable () -> Bool, _ resume: @escaping @Sendable (Bool) -> Void
  ) -> UInt64? {
    let number = takeNumber()
    return locked {
      if isDone() { return nil }
      waiters[number] = Waiter(isDone: isDone, resume: resume)
      return number
    }
  }

  func give(up number: UInt64) {
    locked { waiters.removeValue(forKey: number) }?.resume(false)
  }

  /// Lets go on whoever waits for what is so now.
  private func look() {
    let done = locked { () -> [Waiter] in
      if waiters.isEmpty { return [] }
      let numbers = waiters.filter { $0.value.isDone() }.keys.sorted()
      return numbers.compactMap { waiters.removeValue(forKey: $0) }
    }
    for waiter in done { waiter.resume(true) }
  }
}
