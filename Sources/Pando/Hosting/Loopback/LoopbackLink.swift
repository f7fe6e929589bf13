import IssueReporting
import PandoHosting
import PandoWire
import Synchronization

/// A worker in the client's own process: it answers when it is flushed.
final class LoopbackLink: HostingLink {
  let name = "the in-process host"
  private let features = Mutex<[FeatureDescriptor: any HostedFeature]>([:])
  private let session = Mutex<HostSession?>(nil)

  init(client: any HostingClient, dependencies: DependencyValues) {
    let session = HostSession(
      findFeature: { [weak self] descriptor throws(HostingRefusal) in
        guard let feature = self?.features.withLock({ $0[descriptor] }) else {
          throw HostingRefusal(reason: "\(descriptor) is not hosted here")
        }
        return feature
      },
      dependencies: dependencies,
      onOutput: { [weak self, weak client] in
        if let self { client?.pump(self) }
      },
      onReport: { reportIssue($0) })
    self.session.withLock { $0 = session }
  }

  func register(_ feature: any HostedFeature) {
    features.withLock { $0[feature.descriptor] = feature }
  }

  func send(_ batch: UnsafeRawBufferPointer) -> [UInt8]? {
    guard let session = session.withLock({ $0 }) else { return nil }
    if !batch.isEmpty {
      do throws(HostingRefusal) {
        try session.receive(batch)
      } catch {
        refuse(reason: error.reason)
      }
    }
    return session.takeOutput()
  }

  func countCommits(_ count: Int) {}

  /// Both ends are this library, so this is its own fault.
  func refuse(reason: String) {
    preconditionFailure("the in-process host and its store disagree: \(reason)")
  }

  func stop() {
    let session = session.withLock { session in
      defer { session = nil }
      return session
    }
    session?.end()
  }
}
