import Synchronization

/// Says when a thread has let go of everything it held.
final class ThreadEnd: Sendable {
  private enum State {
    case running([CheckedContinuation<Void, Never>])
    case ended
  }

  private let state = Mutex(State.running([]))

  /// Returns at once when it has.
  func wait() async {
    await withCheckedContinuation { continuation in
      let hasEnded = state.withLock { state in
        guard case .running(let waiting) = state else { return true }
        state = .running(waiting + [continuation])
        return false
      }
      if hasEnded { continuation.resume() }
    }
  }

  func finish() {
    let waiting = state.withLock { state in
      defer { state = .ended }
      guard case .running(let waiting) = state else { return [CheckedContinuation<Void, Never>]() }
      return waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
