import IssueReporting
import Logging
import Pando
import PandoHosting
import Synchronization

/// Stands for workers that cannot be had: says why once, and answers every lane with it.
final class UnavailableBackend: HostingBackend {
  private let reason: String
  private let client = Mutex<(any HostingClient)?>(nil)
  /// The thread that answers: the store holds its lock while it asks.
  private let thread = SerialThread(name: "pando-supervise")

  init(reason: String) {
    self.reason = reason
  }

  func start(
    client: any HostingClient, features: [any HostedFeature], dependencies: DependencyValues
  ) {
    reportIssue(
      """
      The workers of this store cannot be used: \(reason)

      No hosted feature of the store runs.
      """)
    self.client.withLock { $0 = client }
  }

  func place(
    _ lane: LaneID, _ feature: any HostedFeature, in place: LanePlace
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
        commitCount: 0)
    ]
  }

  func stop() {
    client.withLock { $0 = nil }
    thread.stop()
  }

  func finish() async { await thread.wait() }
}
