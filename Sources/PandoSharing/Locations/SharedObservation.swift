import PandoBase
import Synchronization

/// Tells the observers of a shared value when it has changed.
final class SharedObservation: Sendable {
  /// The reading of the value as it is; nil while nobody has observed it since its last change.
  private let reading = Mutex<StateReading?>(nil)

  /// Lets the observation that goes on in this thread depend on the value. To be called before the
  /// value is read: a change that is made after that makes the reading stale.
  func access() {
    guard ObservationProbe.isTracking else { return }
    let reading = reading.withLock { reading in
      let current = reading ?? StateReading()
      reading = current
      return current
    }
    reading.register()
  }

  /// Tells those who read the value before it changed that there is a newer one. To be called once it
  /// is there to be read.
  ///
  /// They are told soon, and not at once: the thread may be inside a store's commit, whose state nobody
  /// may read yet.
  func announce() {
    guard let reading = reading.withLock({ $0.take() }) else { return }
    reading.tellSoon()
  }
}
