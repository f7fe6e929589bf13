import Glibc

/// A number that each thread counts for itself, from 0.
final class ThreadCounter: Sendable {
  private let key: pthread_key_t

  init() {
    var key = pthread_key_t()
    // Nothing is to be freed when a thread ends: the number itself is kept in place of an address.
    let status = pthread_key_create(&key, nil)
    precondition(status == 0, "the process has no thread-specific keys left")
    self.key = key
  }

  deinit { pthread_key_delete(key) }

  /// The count of the calling thread.
  var value: UInt { UInt(bitPattern: pthread_getspecific(key)) }

  /// Adds one for the calling thread; wraps around.
  func increment() {
    pthread_setspecific(key, UnsafeRawPointer(bitPattern: value &+ 1))
  }
}
