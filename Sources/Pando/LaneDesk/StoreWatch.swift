package import PandoHosting

/// The watchers of a store beside its observers: tests, and readers of the timeline and of events. Guarded by the
/// store's lock.
package final class StoreWatch {
  private let aftermath: Aftermath
  /// True if commits are looked at by anybody, or told just now, or the store has stopped; lets a plain send leave early.
  @exclusivity(unchecked)
  private(set) var isWatching = false
  /// True if a test watches.
  var hasHooks = false { didSet { noteChange() } }
  /// True once the store has stopped: sends no longer take the short way, which does not ask.
  var hasStopped = false { didSet { noteChange() } }
  /// True in a store with a journal, to which each commit is told.
  var hasJournal = false { didSet { noteChange() } }
  /// True while a thread tells what follows commits: who waits for an action must wait for that too, for which the short
  /// ways of a send have no means.
  var isTelling = false { didSet { noteChange() } }
  /// Nil while nobody reads the timeline of commits.
  private(set) var timeline: CommitTimeline?
  /// Nil until somebody follows what happens to workers and lanes.
  private var hostingHub: HostingEventHub?

  /// For tests: something is about to happen to a lane that does not happen with every action.
  @exclusivity(unchecked)
  package var lane: ((borrowing LaneMachine, LaneEvent) -> Void)? { didSet { hasHooks = true } }

  init(_ aftermath: Aftermath) { self.aftermath = aftermath }

  /// True if nobody but a journal looks at commits.
  var isOnlyJournaled: Bool {
    hasJournal && !hasHooks && timeline == nil && !hasStopped && !isTelling
  }

  private func noteChange() {
    isWatching = hasHooks || timeline != nil || hasStopped || isTelling || hasJournal
  }

  // MARK: - The timeline

  /// Adds a reader of the timeline.
  func add(_ ring: CommitRing, since version: UInt64) {
    if let timeline {
      timeline.add(ring)
    } else {
      timeline = CommitTimeline(ring, since: version)
    }
    noteChange()
  }

  /// Takes out a reader of the timeline.
  func remove(_ ring: CommitRing) {
    guard let timeline, timeline.remove(ring) else { return }
    self.timeline = nil
    noteChange()
  }

  // Each is called where `isWatching` was found to be true.

  @inline(never)
  func noteDispatch(_ sequence: SequenceNumber, _ lane: AnyLane) {
    timeline?.dispatched(sequence, lane)
  }

  @inline(never)
  func noteAnswer(_ sequence: SequenceNumber, _ lane: AnyLane) {
    timeline?.answered(sequence, lane)
  }

  // MARK: - Events

  /// Begins to follow what happens to workers and hosted children.
  func followHosting() -> HostingEvents {
    let hub = hostingHub ?? HostingEventHub()
    if hasStopped { hub.finish() }
    hostingHub = hub
    return hub.follow()
  }

  /// Has those told who follow, once the lock is free. Where nobody does, nothing is made.
  func tell(_ news: () -> HostingNews) {
    guard let hostingHub, hostingHub.hasReaders else { return }
    hostingHub.add(news())
    aftermath.calls.append { hostingHub.tell() }
  }

  /// The store stops. Those who follow hear of nothing more.
  func stop() {
    hasStopped = true
    if let hostingHub { aftermath.calls.append { hostingHub.finish() } }
  }
}
