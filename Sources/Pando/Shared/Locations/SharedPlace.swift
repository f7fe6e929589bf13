/// The memory of a shared value, one user at a time.
final class SharedPlace<Value: Sendable>: @unchecked Sendable {
  // `memory` is read and written with `lock` held, and freed in `deinit`.
  private let lock = StoreLock()
  private let memory: UnsafeMutablePointer<Value>

  init(_ value: sending Value) {
    memory = .allocate(capacity: 1)
    memory.initialize(to: value)
  }

  deinit {
    memory.deinitialize(count: 1)
    memory.deallocate()
  }

  var value: Value { withLock { $0 } }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    precondition(
      !lock.isHeldHere,
      """
      A shared value was used inside its own "withLock". Use the parameter of the closure instead.
      """)
    lock.lock()
    defer { lock.unlock() }
    return try body(&memory.pointee)
  }
}
