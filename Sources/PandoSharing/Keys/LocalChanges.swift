import Synchronization

/// The changes of a value that were made here, not where it is kept. They come first.
final class LocalChanges: Sendable {
  private let moments = Atomic<UInt64>(0)
  private let unsaved = Atomic<Int>(0)

  /// When somebody begins to read where the value is kept.
  var moment: UInt64 { moments.load(ordering: .acquiring) }

  /// A change is about to be made.
  func begin() {
    unsaved.add(1, ordering: .acquiringAndReleasing)
    moments.add(1, ordering: .acquiringAndReleasing)
  }

  /// The change was handed to the key. This is a moment too: who began to read after the change may
  /// have read what the key had before.
  func end() {
    moments.add(1, ordering: .acquiringAndReleasing)
    unsaved.subtract(1, ordering: .acquiringAndReleasing)
  }

  /// Returns whether there was no change since a moment. Nil for one that nobody knows.
  func isNone(since moment: UInt64?) -> Bool {
    guard let moment else { return true }
    return unsaved.load(ordering: .acquiring) == 0 && self.moment == moment
  }
}
