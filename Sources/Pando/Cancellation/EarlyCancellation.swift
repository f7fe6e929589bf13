import Synchronization

/// A cancellation that may come before the task that it is for.
///
/// Work is registered under its identity before its task begins. Else its first steps, on another thread, could run
/// ahead of the registration, and a cancellation that they cause would be missed.
final class EarlyCancellation: Sendable {
  private enum State {
    case waiting
    case cancelled
    case begun(@Sendable () -> Void)
  }

  private let state = Mutex(State.waiting)

  /// Cancels the task, or the one that is to come.
  func cancel() {
    let cancel = state.withLock { state -> (@Sendable () -> Void)? in
      if case .begun(let cancel) = state { return cancel }
      state = .cancelled
      return nil
    }
    // Cancellation handlers are users' code, which runs under no lock.
    cancel?()
  }

  /// Says how the task is cancelled, which has just begun. Called once.
  func begin(_ cancel: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      if case .cancelled = state { return true }
      state = .begun(cancel)
      return false
    }
    if isCancelled { cancel() }
  }
}
