/// The consequences of one sent action: its commit, its effects, and the actions that those send.
public struct StoreTask: Sendable {
  private let handle: Handle?

  private struct Handle: Sendable {
    let action: SentAction
    let owner: any TaskOwner
  }

  init(_ action: SentAction?, _ owner: any TaskOwner) {
    handle = action.map { Handle(action: $0, owner: owner) }
  }

  /// Returns when the action has committed, every effect that it led to has ended, and every hosted
  /// child that it took away has been freed by its worker. Observers have been told of all that by then.
  ///
  /// Cancelling the task that waits cancels those effects.
  public func finish() async {
    if let handle {
      await withTaskCancellationHandler {
        await handle.owner.finish(handle.action)
      } onCancel: {
        handle.owner.cancel(handle.action)
      }
    }
    await StateReading.toldSoon()
  }

  /// Cancels every effect that the action led to, here and on workers.
  public func cancel() {
    guard let handle else { return }
    handle.owner.cancel(handle.action)
  }
}

/// The store that a task belongs to, whatever its types.
protocol TaskOwner: AnyObject, Sendable {
  func finish(_ sent: SentAction) async
  func cancel(_ sent: SentAction)
}
