public import Glibc

/// A number that each thread has for itself, 0 at first.
@usableFromInline
package final class ThreadNumber: Sendable {
  @usableFromInline let key: pthread_key_t

  @usableFromInline
  package init() {
    var key = pthread_key_t()
    // Nothing is to be freed when a thread ends: the number itself is kept in place of an address.
    let status = unsafe pthread_key_create(&key, nil)
    precondition(status == 0, "the process has no thread-specific keys left")
    self.key = key
  }

  deinit { pthread_key_delete(key) }

  /// The number of the calling thread.
  @inlinable package var value: UInt {
    get { unsafe UInt(bitPattern: pthread_getspecific(key)) }
    set { unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue)) }
  }
}
