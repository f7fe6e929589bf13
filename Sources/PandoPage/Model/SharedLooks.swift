import Synchronization

/// The looks that requests take at what a page shows, of which each kind goes on once at a time.
///
/// A look may last for ever, as where a reducer hangs with the lock of its store. So all who ask for the same share one,
/// nobody waits beyond a limit, and there are so many at once. Whoever asks while a look goes on gets the next one, which
/// shows what is there by then.
final class SharedLooks<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The answer to one who asks.
  enum Outcome: Sendable {
    case seen(Value)
    /// It takes too long, or too many others do.
    case late
  }

  private typealias Waiters = [UInt64: CheckedContinuation<Outcome, Never>]

  /// A look that goes on.
  private struct Look: Sendable {
    /// They get what it shows.
    var waiters: Waiters
    /// They came later, and get what the next one shows.
    var next: Waiters = [:]
  }

  private struct State: Sendable {
    var looks: [Key: Look] = [:]
    var lastNumber: UInt64 = 0
    /// They wait for the end of all looks.
    var idle: [CheckedContinuation<Void, Never>] = []
  }

  private enum Step {
    case begin, wait, refuse
  }

  private let state = Mutex(State())
  private let looksAtMost: Int
  private let executor: (any TaskExecutor)?
  private let look: @Sendable (Key) async -> Value

  /// - Parameters:
  ///   - looksAtMost: The number of looks at once.
  ///   - executor: Where looks begin; nil for the concurrency pool.
  ///   - look: Takes a look.
  init(
    atMost looksAtMost: Int, on executor: (any TaskExecutor)? = nil,
    _ look: @escaping @Sendable (Key) async -> Value
  ) {
    self.looksAtMost = looksAtMost
    self.executor = executor
    self.look = look
  }

  /// Returns what a look shows that begins from now on.
  ///
  /// - Parameter limit: Given a closure, calls it when the time is over: then nobody waits any longer here.
  func value(
    of key: Key, limit: (_ end: @escaping @Sendable () -> Void) -> Void
  ) async -> Outcome {
    await withCheckedContinuation { continuation in
      let (step, number) = state.withLock { state -> (Step, UInt64) in
        state.lastNumber += 1
        let number = state.lastNumber
        if state.looks[key] != nil {
          state.looks[key]?.next[number] = continuation
          return (.wait, number)
        }
        guard state.looks.count < looksAtMost else { return (.refuse, number) }
        state.looks[key] = Look(waiters: [number: continuation])
        return (.begin, number)
      }
      if step == .refuse { return continuation.resume(returning: .late) }
      limit { [self] in end(number, of: key) }
      if step == .begin { begin(key) }
    }
  }

  /// Returns once no look goes on.
  func idle() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if !state.looks.isEmpty { state.idle.append(continuation) }
        return state.looks.isEmpty
      }
      if isIdle { continuation.resume() }
    }
  }

  private func begin(_ key: Key) {
    Task(executorPreference: executor) { [self] in finish(key, with: await look(key)) }
  }

  private func finish(_ key: Key, with value: Value) {
    let (look, idle) = state.withLock { state -> (Look?, [CheckedContinuation<Void, Never>]) in
      let look = state.looks.removeValue(forKey: key)
      if let look, !look.next.isEmpty { state.looks[key] = Look(waiters: look.next) }
      guard state.looks.isEmpty else { return (look, []) }
      defer { state.idle = [] }
      return (look, state.idle)
    }
    guard let look else { return }
    for waiter in look.waiters.values { waiter.resume(returning: .seen(value)) }
    if !look.next.isEmpty { begin(key) }
    for waiter in idle { waiter.resume() }
  }

  private func end(_ number: UInt64, of key: Key) {
    let waiter = state.withLock { state in
      state.looks[key]?.waiters.removeValue(forKey: number)
        ?? state.looks[key]?.next.removeValue(forKey: number)
    }
    waiter?.resume(returning: .late)
  }
}
