import IssueReporting
import PandoHosting
import PandoWire
import Synchronization

/// A worker in the client's own process: it answers when it is flushed.
final class LoopbackLink: HostingLink {
  private struct Outbox: ~Copyable {
    var writer = WireWriter()
  }

  let name = "the in-process host"
  private let features = Mutex<[FeatureDescriptor: any HostedFeature]>([:])
  // The writer holds its memory by itself and goes nowhere else.
  private let outbox = Mutex<Outbox>(Outbox())
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

  func submit(_ message: ClientMessage) {
    outbox.withLock { message.encode(into: &$0.writer) }
  }

  func flush() -> [UInt8]? {
    guard let session = session.withLock({ $0 }) else { return nil }
    if let batch = outbox.withLock({ $0.writer.takeBytes() }) {
      do throws(HostingRefusal) {
        try session.receive(batch)
      } catch {
        refuse(reason: error.reason)
      }
    }
    return session.takeOutput()
  }

  func countCommit() {}

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
