import Synchronization

/// A clock whose time is that of a simulation, for features that sleep.
package struct VirtualClock: Clock {
  package struct Instant: InstantProtocol {
    let offset: Duration

    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    package func duration(to other: Instant) -> Duration { other.offset - offset }
    package static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private let time: VirtualTime

  package init(_ time: VirtualTime) {
    self.time = time
  }

  package var now: Instant { Instant(offset: .microseconds(time.now)) }
  package var minimumResolution: Duration { .microseconds(1) }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    let sleep = Sleep()
    let (seconds, attoseconds) = (deadline.offset - now.offset).components
    // A sleep of a million seconds is one that only its cancellation ends.
    let microseconds = Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        guard sleep.begin(continuation) else { return }
        if microseconds < 100_000_000_000 { time.after(microseconds) { sleep.end() } }
      }
    } onCancel: {
      sleep.end()
    }
    try Task.checkCancellation()
  }

  /// One sleep; ended once, by the time or by its cancellation.
  private final class Sleep: Sendable {
    private let state = Mutex<(continuation: UnsafeContinuation<Void, Never>?, isOver: Bool)>(
      (nil, false))

    /// Returns false when it is over already; then the continuation has been resumed.
    func begin(_ continuation: UnsafeContinuation<Void, Never>) -> Bool {
      let isOver = state.withLock { state in
        if !state.isOver { state.continuation = continuation }
        return state.isOver
      }
      if isOver { continuation.resume() }
      return !isOver
    }

    func end() {
      let continuation = state.withLock { state in
        state.isOver = true
        defer { state.continuation = nil }
        return state.continuation
      }
      continuation?.resume()
    }
  }
}
