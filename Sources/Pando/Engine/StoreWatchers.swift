/// The watchers of a store beside its observers: tests, and readers of the timeline and of events. Guarded by the
/// store's lock.
struct StoreWatchers<State, Action> {
  /// True if commits are looked at by anybody, or told just now, or the store has stopped; lets a plain send leave early.
  private(set) var isWatching = false
  /// The moments that tests watch.
  var hooks = StoreHooks<State, Action>() {
    didSet { (hasHooks, isWatching) = (true, true) }
  }
  private var hasHooks = false
  private var hasStopped = false
  /// True while a thread tells what follows commits: who waits for an action must wait for that too, for which the short
  /// ways of a send have no means.
  var isTelling = false { didSet { noteChange() } }
  /// Nil while nobody reads the timeline of commits.
  private(set) var timeline: CommitTimeline?
  /// Nil until somebody follows what happens to workers and lanes.
  var hostingHub: HostingEventHub?

  /// Adds a reader of the timeline.
  mutating func add(_ ring: CommitRing, since version: UInt64) {
    if let timeline {
      timeline.add(ring)
    } else {
      timeline = CommitTimeline(ring, since: version)
    }
    noteChange()
  }

  /// Takes out a reader of the timeline.
  mutating func remove(_ ring: CommitRing) {
    guard let timeline, timeline.remove(ring) else { return }
    self.timeline = nil
    noteChange()
  }

  /// Sends no longer take the short way, which does not ask whether the store has stopped.
  mutating func noteStop() {
    hasStopped = true
    noteChange()
  }

  private mutating func noteChange() {
    isWatching = hasHooks || timeline != nil || hasStopped || isTelling
  }
}
