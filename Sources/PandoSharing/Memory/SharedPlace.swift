import PandoBase

/// The memory of a shared value, one user at a time.
@safe
final class SharedPlace<Value: Sendable>: @unchecked Sendable {
  // `memory` and `former` are read and written with `lock` held; `memory` is freed in `deinit`.
  private let lock = OwnedLock()
  private let memory: UnsafeMutablePointer<Value>
  /// The value before the change that is being made; nil while none is.
  private var former: Value?

  init(_ value: sending Value) {
    unsafe memory = .allocate(capacity: 1)
    unsafe memory.initialize(to: value)
  }

  deinit {
    unsafe memory.deinitialize(count: 1)
    unsafe memory.deallocate()
  }

  /// The value. Inside a change of it, the value as of the beginning of the change.
  var value: Value {
    if lock.isHeldHere, let former { return former }
    return withLock { $0 }
  }

  /// Changes the value in place.
  ///
  /// - Parameter keepsFormer: Whether the closure may read the value by another way than its parameter, as
  ///   where it looks for an element by a part of the same value. What the value was is kept meanwhile, so
  ///   a collection that is changed is copied.
  func change<Result>(
    keepsFormer: Bool, _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    try withLock { value in
      if keepsFormer { former = value }
      defer { former = nil }
      return try body(&value)
    }
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    precondition(
      !lock.isHeldHere,
      """
      A shared value was used inside its own "withLock". Use the parameter of the closure instead.
      """)
    lock.lock()
    defer { lock.unlock() }
    return try unsafe body(&memory.pointee)
  }
}
