import Observation
import Synchronization

/// Tells those who track observation of a shared value when it has changed.
final class SharedObservation: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let isAnnounced = Atomic(false)

  /// What is observed: all of it.
  private var value: Void { () }

  func access() {
    registrar.access(self, keyPath: \.value)
  }

  /// Tells them soon. Not at once: the thread may be inside a store's commit, whose state nobody may
  /// read yet. What changes before they are told is told together.
  func announce() {
    guard !isAnnounced.exchange(true, ordering: .acquiringAndReleasing) else { return }
    Task.detached { [self] in
      isAnnounced.store(false, ordering: .releasing)
      registrar.willSet(self, keyPath: \.value)
      registrar.didSet(self, keyPath: \.value)
    }
  }
}

/// Counts the changes of all shared values of the process.
enum SharedChanges {
  private static let changes = Atomic<UInt64>(0)

  static var count: UInt64 { changes.load(ordering: .acquiring) }

  static func increment() {
    changes.add(1, ordering: .acquiringAndReleasing)
  }
}
