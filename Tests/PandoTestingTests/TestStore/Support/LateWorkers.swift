import Pando
import PandoHosting
import PandoTesting
import Synchronization

/// Workers that a test's store takes for other processes: they run on a thread of their own, and a
/// worker that has died gets no successor until the test says so.
final class LateWorkers: HostingBackend {
  private struct Waiting {
    let lane: LaneID
    let feature: any HostedFeature
    let place: LanePlace
  }

  private struct Guarded {
    var isLate = false
    var waiting: [Waiting] = []
    var client: (any HostingClient)?
  }

  private let faults = HostingFaults()
  private let backend: any HostingBackend
  private let guarded = Mutex(Guarded())

  init() {
    guard let backend = Hosting.faulty(faults).makeBackend?() else {
      preconditionFailure("workers that fail are workers")
    }
    self.backend = backend
  }

  /// Ends the workers, and finds no others until `arrive()`.
  func die() {
    guarded.withLock { $0.isLate = true }
    faults.killWorker()
  }

  /// Finds workers for all that wait.
  func arrive() {
    let (waiting, client) = guarded.withLock { guarded in
      guarded.isLate = false
      defer { guarded.waiting = [] }
      return (guarded.waiting, guarded.client)
    }
    for one in waiting {
      guard let link = backend.place(one.lane, one.feature, in: one.place) else { continue }
      client?.placed(one.lane, on: link)
    }
  }

  func start(
    client: any HostingClient, features: [any HostedFeature], dependencies: DependencyValues
  ) {
    guarded.withLock { $0.client = client }
    backend.start(client: client, features: features, dependencies: dependencies)
  }

  func place(
    _ lane: LaneID, _ feature: any HostedFeature, in place: LanePlace
  ) -> (any HostingLink)? {
    let mustWait = guarded.withLock { guarded in
      if guarded.isLate {
        guarded.waiting.append(Waiting(lane: lane, feature: feature, place: place))
      }
      return guarded.isLate
    }
    return mustWait ? nil : backend.place(lane, feature, in: place)
  }

  func ended(_ lane: LaneID) { backend.ended(lane) }

  var workers: [HostedWorker] { backend.workers }

  func stop() {
    guarded.withLock { $0.client = nil }
    backend.stop()
  }

  func finish() async { await backend.finish() }
}
