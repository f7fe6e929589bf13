import PandoBase
import Synchronization

/// Tells copies of shared values which thread may change them.
package final class SharedHost: Sendable {
  /// The thread that reduces.
  private let reducer = OwningThread()
  private let noted = Atomic(false)

  package init() {}

  /// True if its state holds any.
  package var holdsShared: Bool { noted.load(ordering: .relaxed) }

  /// True if the thread reduces an action, which may change the copies.
  var isReducingHere: Bool { reducer.isCurrent }

  /// The thread begins to reduce an action.
  package func begin() { reducer.begin() }

  /// The thread has reduced it.
  package func end() { reducer.end() }

  /// Its state holds one.
  func note() {
    noted.store(true, ordering: .relaxed)
  }
}
