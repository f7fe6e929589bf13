import PandoHosting
import Synchronization

/// Hosts features in the client's own process, through the same machines and codec.
final class LoopbackBackend: HostingBackend {
  private let link = Mutex<LoopbackLink?>(nil)

  func start(
    client: any HostingClient, features: [any HostedFeature], dependencies: DependencyValues
  ) {
    link.withLock { $0 = LoopbackLink(client: client, dependencies: dependencies) }
  }

  func place(
    _ lane: LaneID, _ feature: any HostedFeature, in place: LanePlace
  ) -> (any HostingLink)? {
    link.withLock { link in
      link?.register(feature)
      return link
    }
  }

  func ended(_ lane: LaneID) {}

  func effects(of lane: LaneID, _ sequence: SequenceNumber) -> [HostedEffectStatus] {
    link.withLock { $0 }?.effects(of: lane, sequence) ?? []
  }

  var workers: [HostedWorker] { [] }

  func finish() async {}

  func stop() {
    let link = link.withLock { link in
      defer { link = nil }
      return link
    }
    link?.stop()
  }
}
