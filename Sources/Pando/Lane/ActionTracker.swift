import PandoHosting

/// The work that is still to come of one action: its commit, its effects, and the actions that they
/// sent.
///
/// Guarded by the lock of its store. A tracker that was not handed out, and whose own work is done,
/// leaves its children to its parent: a chain of effects that goes on for ever takes no more memory than
/// its last link.
package final class ActionTracker {
  /// The commit, and the effects that run.
  private var workCount = 1
  @exclusivity(unchecked)
  package private(set) var parent: ActionTracker?
  /// The first that waits, and the others: there is mostly one.
  private var waiter: UnsafeContinuation<Void, Never>?
  private var otherWaiters: [UnsafeContinuation<Void, Never>] = []
  @exclusivity(unchecked)
  private(set) var children: [ObjectIdentifier: ActionTracker] = [:]
  /// Trackers with work that ends with this one.
  private var dependents: [ActionTracker] = []
  /// The trackers that took over work of this one.
  private var heirs: [Heir] = []

  /// True if whoever sent the action has cancelled it: it commits, and its effects do not start.
  private(set) var isCancelled: Bool

  /// The first effect that it started here, and the others.
  private var firstEffect: UInt64?
  private var otherEffects: [UInt64] = []
  /// The effects that it started on workers.
  var remoteEffects: [RemoteKey] = []

  init(parent: ActionTracker?) {
    self.parent = parent
    isCancelled = parent?.isCancelled ?? false
    parent?.children[ObjectIdentifier(self)] = self
  }

  package var isFinished: Bool { workCount == 0 && children.isEmpty }

  /// The effects that it started here.
  var effects: [UInt64] { firstEffect.map { [$0] + otherEffects } ?? [] }

  /// Notes an effect that it started here.
  func note(effect: UInt64) {
    if firstEffect == nil { firstEffect = effect } else { otherEffects.append(effect) }
  }

  func retain(_ count: Int = 1) {
    workCount += count
  }

  /// A tracker that took over work, as effects ended with their worker.
  private struct Heir {
    weak var tracker: ActionTracker?
    /// True if it stands for nothing but that work, so that it is cancelled with all from whom it has some.
    let isReplacement: Bool
  }

  /// Takes over one piece of another's work: that is done when this tracker has finished.
  ///
  /// - Parameter isReplacement: True if it stands for such work alone, and is cancelled with all from whom it has some. One
  ///   that is cancelled waits no longer for what goes on.
  func inherit(workOf other: ActionTracker, isReplacement: Bool) {
    dependents.append(other)
    other.heirs.append(Heir(tracker: self, isReplacement: isReplacement))
  }

  /// So much work less. The waiters that this frees are to be resumed without the lock.
  func release(_ count: Int, _ freed: inout [UnsafeContinuation<Void, Never>]) {
    precondition(workCount >= count, "an action finishes once")
    workCount -= count
    if workCount > 0 { return }
    if children.isEmpty {
      finish(&freed)
    } else if let parent, waiter == nil, dependents.isEmpty {
      dissolve(into: parent)
    }
  }

  /// One piece of work less.
  func release(_ freed: inout [UnsafeContinuation<Void, Never>]) {
    release(1, &freed)
  }

  private func dissolve(into parent: ActionTracker) {
    for (id, child) in children {
      child.parent = parent
      parent.children[id] = child
    }
    children = [:]
    parent.children[ObjectIdentifier(self)] = nil
    self.parent = nil
  }

  /// Ends this one and every ancestor that waited for nothing else.
  private func finish(_ freed: inout [UnsafeContinuation<Void, Never>]) {
    var finished: ActionTracker? = self
    var released: [ActionTracker] = []
    while let tracker = finished {
      tracker.freeWaiters(&freed)
      if !tracker.dependents.isEmpty {
        released += tracker.dependents
        tracker.dependents = []
      }
      guard let parent = tracker.parent else { break }
      tracker.parent = nil
      parent.children[ObjectIdentifier(tracker)] = nil
      finished = parent.isFinished ? parent : nil
    }
    for tracker in released { tracker.release(&freed) }
  }

  /// Marks this one and what it led to as cancelled, and calls `body` for each. What took the place of effects that were
  /// lost is among that where all are cancelled whose effects it replaces.
  ///
  /// - Returns: The trackers of which a piece of work was with others that go on. To be released, once for each time that
  ///   one is there.
  func cancel(_ body: (ActionTracker) -> Void) -> [ActionTracker] {
    var remaining = [self]
    var left: [ActionTracker] = []
    while let tracker = remaining.popLast() {
      tracker.isCancelled = true
      body(tracker)
      remaining += tracker.children.values
      for heir in tracker.heirs {
        guard let other = heir.tracker, !other.isCancelled,
          let index = other.dependents.firstIndex(where: { $0 === tracker })
        else { continue }
        if heir.isReplacement, other.dependents.allSatisfy(\.isCancelled) {
          remaining.append(other)
        } else {
          other.dependents.remove(at: index)
          left.append(tracker)
        }
      }
    }
    return left
  }

  /// Lets this one, and all that hang together with it, go: parents and children hold each other until they
  /// are finished, and nobody will wait for that any more.
  func abandon() {
    var root = self
    while let parent = root.parent { root = parent }
    var remaining = [root]
    while let tracker = remaining.popLast() {
      remaining += tracker.children.values
      tracker.children = [:]
      tracker.parent = nil
      tracker.dependents = []
    }
  }

  /// Returns false when there is nothing to wait for.
  func wait(_ continuation: UnsafeContinuation<Void, Never>) -> Bool {
    if isFinished { return false }
    if waiter == nil { waiter = continuation } else { otherWaiters.append(continuation) }
    return true
  }

  /// Frees everybody who waits, whatever is still to come.
  func freeWaiters(_ freed: inout [UnsafeContinuation<Void, Never>]) {
    guard let waiter else { return }
    freed.append(waiter)
    self.waiter = nil
    if otherWaiters.isEmpty { return }
    freed += otherWaiters
    otherWaiters = []
  }
}

/// The effects of one action on a worker.
struct RemoteKey: Hashable {
  let lane: LaneID
  let sequence: SequenceNumber
}
