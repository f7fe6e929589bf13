import Synchronization

/// Tells whether something has changed that the views of one frame have read by themselves.
final class FrameStaleness: Sendable {
  private struct State {
    var isStale = false
    /// The task that waits; one at a time.
    var waiter: UnsafeContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  var isStale: Bool { state.withLock { $0.isStale } }

  func note() {
    let waiter = state.withLock { state in
      state.isStale = true
      return state.waiter.take()
    }
    waiter?.resume()
  }

  /// Returns once it is stale, or the task is cancelled.
  func wait() async {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
        let mustWait = state.withLock { state in
          if state.isStale || Task.isCancelled { return false }
          state.waiter = continuation
          return true
        }
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiter.take() }?.resume()
    }
  }
}
