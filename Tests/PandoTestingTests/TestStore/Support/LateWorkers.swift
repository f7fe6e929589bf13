import Pando
import PandoTesting

/// Workers that a test's store takes for other processes: they run on a thread of their own, and a
/// worker that has died gets no successor until the test says so.
struct LateWorkers {
  private let faults = HostingFaults()

  var hosting: Hosting { Hosting { [faults] in faults.backend } }

  /// Ends the workers, and finds no others until `arrive()`.
  func die() {
    faults.backend.welcome = .unplaced
    faults.killWorker()
  }

  /// Finds workers for all that wait.
  func arrive() {
    faults.backend.welcome = .hosted
    while faults.backend.placeNext() {}
  }
}
