import PandoHosting

/// What is still to come of one action: its commit, its effects, and the actions that they sent.
///
/// Guarded by the lock of its store.
package final class ActionTracker {
  /// What keeps it from being finished. Begins with the commit.
  @exclusivity(unchecked)
  private var pendingCount = 1
  let parent: ActionTracker?
  @exclusivity(unchecked)
  private var waiters: [UnsafeContinuation<Void, Never>] = []
  @exclusivity(unchecked)
  private(set) var children: [ObjectIdentifier: ActionTracker] = [:]

  /// The effects that it started here.
  var effects: [UInt64] = []
  /// The effects that it started on workers.
  var remoteEffects: [RemoteKey] = []

  init(parent: ActionTracker?) {
    self.parent = parent
    parent?.adopt(self)
  }

  var isFinished: Bool { pendingCount == 0 }

  private func adopt(_ child: ActionTracker) {
    pendingCount += 1
    children[ObjectIdentifier(child)] = child
  }

  func retain(_ count: Int = 1) {
    pendingCount += count
  }

  /// One less to wait for. The waiters that this frees are to be resumed without the lock.
  func release(_ freed: inout [UnsafeContinuation<Void, Never>]) {
    precondition(pendingCount > 0, "an action finishes once")
    pendingCount -= 1
    guard pendingCount == 0 else { return }
    freed.append(contentsOf: waiters)
    waiters = []
    guard let parent else { return }
    parent.children[ObjectIdentifier(self)] = nil
    parent.release(&freed)
  }

  /// Returns false when there is nothing to wait for.
  func wait(_ continuation: UnsafeContinuation<Void, Never>) -> Bool {
    if isFinished { return false }
    waiters.append(continuation)
    return true
  }
}

/// The effects of one action on a worker.
struct RemoteKey: Hashable {
  let lane: LaneID
  let sequence: SequenceNumber
}
