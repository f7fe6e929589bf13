/// The tasks that wait for the next commit. Guarded by the store's lock.
struct CommitWaiters {
  private var continuations: [UInt64: UnsafeContinuation<Void, Never>] = [:]
  private var nextNumber: UInt64 = 1
  /// The number of the newest commit that they were told of.
  private var toldVersion: UInt64 = 0

  var isEmpty: Bool { continuations.isEmpty }

  /// Returns a number for a task that is about to wait.
  mutating func makeNumber() -> UInt64 {
    defer { nextNumber += 1 }
    return nextNumber
  }

  /// Has a task wait for the commit after one that it has seen.
  mutating func add(
    _ continuation: UnsafeContinuation<Void, Never>, number: UInt64, version: UInt64
  ) {
    toldVersion = version
    continuations[number] = continuation
  }

  /// Takes out a task that waits no longer, if it still does.
  mutating func remove(_ number: UInt64) -> UnsafeContinuation<Void, Never>? {
    continuations.removeValue(forKey: number)
  }

  /// Returns the tasks that are to go on, if there was a commit since they began to wait.
  mutating func take(at version: UInt64) -> [UnsafeContinuation<Void, Never>] {
    if version == toldVersion { return [] }
    toldVersion = version
    return takeAll()
  }

  /// Returns all that wait.
  mutating func takeAll() -> [UnsafeContinuation<Void, Never>] {
    defer { continuations.removeAll() }
    return Array(continuations.values)
  }
}
