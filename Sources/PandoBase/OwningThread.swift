public import Glibc
public import Synchronization

/// The thread that holds or does something, for each thread to ask whether it is the one.
///
/// No order is needed: only the thread itself can have written its own number.
@usableFromInline
package struct OwningThread: ~Copyable, Sendable {
  /// 0 is no thread's number.
  @usableFromInline let number: Atomic<UInt>

  /// No thread.
  package init() {
    number = Atomic(0)
  }

  /// True if it is the calling thread.
  @inlinable @inline(__always)
  package var isCurrent: Bool { number.load(ordering: .relaxed) == UInt(pthread_self()) }

  /// The calling thread begins.
  @inlinable @inline(__always)
  package func begin() { number.store(UInt(pthread_self()), ordering: .relaxed) }

  /// It has ended.
  @inlinable @inline(__always)
  package func end() { number.store(0, ordering: .relaxed) }
}
