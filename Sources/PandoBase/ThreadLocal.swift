public import Glibc

/// A value that a thread has for the time of a call.
///
/// Where a lock is held, in place of a task's own values: to set those takes a lock of the running task,
/// which whoever cancels the task holds while its cancellation handlers run; and these may wait for the
/// first lock.
@usableFromInline
package final class ThreadLocal<Value: Sendable>: Sendable {
  @usableFromInline let key: pthread_key_t

  package init() {
    var key = pthread_key_t()
    let status = unsafe pthread_key_create(&key, nil)
    precondition(status == 0, "the process has no thread-specific keys left")
    self.key = key
  }

  deinit { pthread_key_delete(key) }

  /// The innermost value.
  @inlinable package var value: Value? {
    // What the key leads to lives until the call that put it there returns, in this thread.
    unsafe pthread_getspecific(key)?.assumingMemoryBound(to: Value.self).pointee
  }

  /// Runs `operation`, which suspends nowhere, with a value.
  @inlinable
  package func withValue<Result>(_ value: Value, _ operation: () throws -> Result) rethrows
    -> Result
  {
    let outer = unsafe pthread_getspecific(key)
    return try unsafe withUnsafePointer(to: value) { pointer in
      unsafe pthread_setspecific(key, pointer)
      defer { unsafe pthread_setspecific(key, outer) }
      return try operation()
    }
  }
}
