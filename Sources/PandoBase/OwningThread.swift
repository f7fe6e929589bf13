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

  /// The number of the calling thread.
  @inlinable @inline(__always)
  static var current: UInt { UInt(pthread_self()) }

  /// True if it is the thread with this number, which is the calling one.
  @inlinable @inline(__always)
  func has(_ thread: UInt) -> Bool { number.load(ordering: .relaxed) == thread }

  /// The thread with this number, which is the calling one, begins.
  @inlinable @inline(__always)
  func begin(_ thread: UInt) { number.store(thread, ordering: .relaxed) }

  /// True if it is the calling thread.
  @inlinable @inline(__always)
  package var isCurrent: Bool { has(Self.current) }

  /// The calling thread begins.
  @inlinable @inline(__always)
  package func begin() { begin(Self.current) }

  /// It has ended.
  @inlinable @inline(__always)
  package func end() { number.store(0, ordering: .relaxed) }
}
