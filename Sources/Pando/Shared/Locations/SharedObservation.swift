import Observation
import Synchronization

/// Tells the observers of a shared value when it has changed.
final class SharedObservation: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let isAnnounced = Atomic(false)

  /// Stands for the value in key paths; it is observed as a whole.
  private var value: Void { () }

  func access() {
    registrar.access(self, keyPath: \.value)
  }

  /// Tells the observers soon, and once for all changes until then. Not at once: the thread may be
  /// inside a store's commit, whose state nobody may read yet.
  func announce() {
    guard !isAnnounced.exchange(true, ordering: .acquiringAndReleasing) else { return }
    Task.detached { [self] in
      isAnnounced.store(false, ordering: .releasing)
      registrar.willSet(self, keyPath: \.value)
      registrar.didSet(self, keyPath: \.value)
    }
  }
}
