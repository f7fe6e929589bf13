import Pando
import PandoHosting

/// A backend whose workers have no processes: it says where lanes are, and has nothing to begin or to end.
protocol TestBackend: HostingBackend {}

extension TestBackend {
  func start(
    client: any HostingClient, features: [any HostedFeature], dependencies: DependencyValues
  ) {}

  func ended(_ lane: LaneID) {}

  var workers: [HostedWorker] { [] }

  func stop() {}

  func finish() async {}
}
