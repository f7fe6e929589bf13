import IssueReporting
import Logging
import Pando
import PandoHosting
import Synchronization

/// Stands for workers that cannot be had: says why once, and answers every lane with it.
final class UnavailableBackend: HostingBackend {
  private let reason: String
  /// The sandbox of the workers that are missing; nil where it is those without one.
  private let sandbox: Sandbox?
  /// True if the next attempt would fail alike.
  let isLasting: Bool
  private let client = Mutex<(any HostingClient)?>(nil)
  /// The thread that answers: the store holds its lock while it asks.
  private let thread = SerialThread(name: "pando-supervise")

  init(reason: String, sandbox: Sandbox? = nil, isLasting: Bool = true) {
    self.reason = reason
    self.isLasting = isLasting
    self.sandbox = sandbox
  }

  func start(
    client: any HostingClient, features: [any HostedFeature], dependencies: DependencyValues
  ) {
    let name = sandbox.map { " in \(Confinement.name(of: $0))" } ?? ""
    let places = features.compactMap { $0.location.map { "\($0)" } }.joined(separator: ", ")
    let declared = sandbox == nil || places.isEmpty ? "" : ", declared at \(places),"
    reportIssue(
      """
      The workers\(name) of this store cannot be used: \(reason)

      No hosted feature of the \(sandbox == nil ? "store" : "sandbox")\(declared) runs.
      """)
    self.client.withLock { $0 = client }
  }

  func place(
    _ lane: LaneID, _ feature: any HostedFeature, group: LaneGroup?, in place: LanePlace
  ) -> (any HostingLink)? {
    thread.run { [self] in
      client.withLock { $0 }?.unhostable(lane, reason: reason)
    }
    return nil
  }

  func ended(_ lane: LaneID) {}

  var workers: [HostedWorker] {
    [
      HostedWorker(
        name: "workers", state: .failed(reason: reason), processID: nil, childCount: 0,
        commitCount: 0, sandbox: sandbox)
    ]
  }

  func stop() {
    client.withLock { $0 = nil }
    thread.stop()
  }

  func finish() async { await thread.wait() }
}
