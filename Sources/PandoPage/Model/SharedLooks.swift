import Synchronization

/// The looks that requests take at what a page shows, of which each kind goes on once at a time.
///
/// A look may last for ever, as where a reducer hangs with the lock of its store. So all who ask for the same share one,
/// nobody waits beyond a limit, and there are so many at once: others begin as these end, in the order in which they were
/// asked for. Whoever asks while a look goes on gets the next one, which shows what is there by then.
final class SharedLooks<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The answer to one who asks.
  enum Outcome: Sendable {
    case seen(Value)
    /// It takes too long, or others do that were asked for before.
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
    /// They wait for a look that finds no room yet, by what they ask for.
    var waiting: [Key: Waiters] = [:]
    /// The order in which that was asked for first.
    var order: [Key] = []
    var lastNumber: UInt64 = 0
    /// They wait for the end of all looks.
    var idle: [CheckedContinuation<Void, Never>] = []

    /// Takes what is to be looked at next, if there is room.
    mutating func next(atMost looksAtMost: Int) -> Key? {
      guard looks.count < looksAtMost, !order.isEmpty else { return nil }
      let key = order.removeFirst()
      looks[key] = Look(waiters: waiting.removeValue(forKey: key) ?? [:])
      return key
    }

    /// Takes one who waits.
    mutating func remove(_ number: UInt64, of key: Key) -> CheckedContinuation<Outcome, Never>? {
      if let waiter = looks[key]?.waiters.removeValue(forKey: number) { return waiter }
      if let waiter = looks[key]?.next.removeValue(forKey: number) { return waiter }
      guard let waiter = waiting[key]?.removeValue(forKey: number) else { return nil }
      // Nobody is left to be shown it.
      if waiting[key]?.isEmpty == true {
        waiting[key] = nil
        order.removeAll { $0 == key }
      }
      return waiter
    }
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
      let (next, number) = state.withLock { state -> (Key?, UInt64) in
        state.lastNumber += 1
        let number = state.lastNumber
        if state.looks[key] != nil {
          state.looks[key]?.next[number] = continuation
          return (nil, number)
        }
        if state.waiting[key] == nil { state.order.append(key) }
        state.waiting[key, default: [:]][number] = continuation
        return (state.next(atMost: looksAtMost), number)
      }
      limit { [self] in end(number, of: key) }
      if let next { begin(next) }
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
    let (waiters, next, idle) = state.withLock {
      state -> (Waiters, Key?, [CheckedContinuation<Void, Never>]) in
      let look = state.looks.removeValue(forKey: key)
      // Behind those who wait for a look at something else.
      if let look, !look.next.isEmpty {
        state.waiting[key] = look.next
        state.order.append(key)
      }
      let next = state.next(atMost: looksAtMost)
      guard state.looks.isEmpty else { return (look?.waiters ?? [:], next, []) }
      defer { state.idle = [] }
      return (look?.waiters ?? [:], next, state.idle)
    }
    for waiter in waiters.values { waiter.resume(returning: .seen(value)) }
    if let next { begin(next) }
    for waiter in idle { waiter.resume() }
  }

  private func end(_ number: UInt64, of key: Key) {
    let waiter = state.withLock { $0.remove(number, of: key) }
    waiter?.resume(returning: .late)
  }
}
