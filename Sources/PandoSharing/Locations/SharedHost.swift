import Glibc
import Synchronization

/// Tells copies of shared values which thread may change them.
package final class SharedHost: Sendable {
  /// The thread that reduces; 0 when none does.
  private let reducer = Atomic<UInt>(0)
  private let noted = Atomic(false)

  package init() {}

  /// True if its state holds any.
  package var holdsShared: Bool { noted.load(ordering: .relaxed) }

  /// True if the thread reduces an action, which may change the copies.
  var isReducingHere: Bool {
    // Only this thread can have written its own number, so no order is needed.
    reducer.load(ordering: .relaxed) == UInt(pthread_self())
  }

  /// The thread begins to reduce an action.
  package func begin() { reducer.store(UInt(pthread_self()), ordering: .relaxed) }

  /// The thread has reduced it.
  package func end() { reducer.store(0, ordering: .relaxed) }

  /// Its state holds one.
  func note() {
    noted.store(true, ordering: .relaxed)
  }
}
