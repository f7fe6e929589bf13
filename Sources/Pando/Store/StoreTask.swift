/// What one sent action leads to: its commit, its effects, and the actions that those send.
public struct StoreTask: Sendable {
  private let handle: Handle?

  // The engine reads and writes the tracker with its lock held; this value only hands it back.
  private struct Handle: @unchecked Sendable {
    let tracker: ActionTracker
    let owner: any TaskOwner
  }

  init(_ tracker: ActionTracker?, _ owner: any TaskOwner) {
    handle = tracker.map { Handle(tracker: $0, owner: owner) }
  }

  /// Returns when the action has committed, every effect that it led to has ended, and every hosted
  /// child that it took away has been freed by its worker.
  ///
  /// Cancelling the task that waits cancels those effects.
  public func finish() async {
    guard let handle else { return }
    await withTaskCancellationHandler {
      await handle.owner.finish(handle.tracker)
    } onCancel: {
      handle.owner.cancel(handle.tracker)
    }
  }

  /// Cancels every effect that the action led to, here and on workers.
  public func cancel() {
    guard let handle else { return }
    handle.owner.cancel(handle.tracker)
  }
}

/// The store that a task belongs to, whatever its types.
protocol TaskOwner: AnyObject, Sendable {
  func finish(_ tracker: ActionTracker) async
  func cancel(_ tracker: ActionTracker)
}

extension StoreEngine: TaskOwner {}
