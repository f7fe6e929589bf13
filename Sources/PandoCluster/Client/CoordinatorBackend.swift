import Glibc
import IssueReporting
import Logging
import Pando
import PandoHosting
import Synchronization
import ZeroMQ

/// Places one store's lanes where a coordinator says, and connects to the workers that it names.
final class CoordinatorBackend: HostingBackend, LinkDelegate {
  /// A worker that the coordinator named.
  private struct Member {
    let link: WorkerLink
    let id: WorkerID
    var name: String
    var processID: Int32?
    var isReady = false
    var lanes: Set<LaneID> = []
  }

  private struct State {
    var members: [String: Member] = [:]
    var client: (any HostingClient)?
    var hello = Hello(name: "", features: [])
    var searches: [LaneID: Task<Void, Never>] = [:]
    /// Workers that were lost, and when: the coordinator may not have noticed yet.
    var suspects: [WorkerID: Int] = [:]
    var isStopping = false
  }

  private let state = Mutex(State())
  private let coordinator: CoordinatorClient
  private let loop: LinkLoop
  private let logger: Logger

  init(_ endpoint: Endpoint, limits: LinkMachine.Limits, logger: Logger) throws {
    self.logger = logger
    DescriptorLimit.raiseQuietly()
    coordinator = try CoordinatorClient(endpoint: endpoint, logger: logger)
    loop = try LinkLoop(limits: limits)
  }

  // MARK: - For the store

  func start(
    client: any HostingClient, features: [any HostedFeature], dependencies: DependencyValues
  ) {
    dependencies.reportUnreachableOverrides(for: features)
    state.withLock { state in
      state.client = client
      state.hello = Hello(name: "process \(getpid())", features: features.map(\.descriptor))
    }
    loop.start(delegate: self)
  }

  func place(
    _ lane: LaneID, _ feature: any HostedFeature, in place: LanePlace
  ) -> (any HostingLink)? {
    let descriptor = feature.descriptor
    let search = Task { await find(lane, descriptor) }
    state.withLock { $0.searches[lane] = search }
    return nil
  }

  func ended(_ lane: LaneID) {
    let search = state.withLock { state in
      for endpoint in state.members.keys { state.members[endpoint]?.lanes.remove(lane) }
      return state.searches.removeValue(forKey: lane)
    }
    search?.cancel()
  }

  func notice(_ message: String) {
    logger.error("\(message)")
  }

  var workers: [HostedWorker] {
    state.withLock { state in
      state.members.values.map { member in
        HostedWorker(
          name: member.name, processID: member.processID, childCount: member.lanes.count,
          commitCount: member.link.commitCount)
      }
    }
    .sorted { $0.name < $1.name }
  }

  func stop() {
    let searches = state.withLock { state in
      state.isStopping = true
      defer { state.searches = [:] }
      return state.searches.values
    }
    for search in searches { search.cancel() }
    loop.stop()
    state.withLock { $0.client = nil }
  }

  func finish() async {
    await coordinator.shutdown()
  }

  // MARK: - Finding a worker

  /// Asks until the coordinator names a worker; says once what is missing.
  private func find(_ lane: LaneID, _ feature: FeatureDescriptor) async {
    var backoff = BackOff(firstMilliseconds: 50, maximumMilliseconds: 2_000)
    var said: String?
    while !Task.isCancelled, !state.withLock({ $0.isStopping }) {
      do {
        let placement = try await coordinator.place(feature, avoiding: suspects())
        use(placement, for: lane)
        return
      } catch is CancellationError {
        return
      } catch {
        if said != "\(error)" {
          said = "\(error)"
          logger.warning("\(error) Its actions wait; asking again.")
        }
      }
      try? await Task.sleep(for: .milliseconds(backoff.next()))
    }
  }

  /// The workers that were lost so lately that the coordinator may still name them.
  private func suspects() -> Set<WorkerID> {
    let now = MonotonicClock.nowMilliseconds()
    return state.withLock { state in
      state.suspects = state.suspects.filter { now - $0.value < Self.suspicionMilliseconds }
      return Set(state.suspects.keys)
    }
  }

  /// Longer than a coordinator takes to notice a death by itself.
  private static let suspicionMilliseconds = 5_000

  private func use(_ placement: Placement, for lane: LaneID) {
    do {
      let endpoint = try Endpoint(placement.endpoint)
      let ready = state.withLock { state -> (any HostingClient, WorkerLink)? in
        guard !state.isStopping else { return nil }
        state.searches[lane] = nil
        if state.members[placement.endpoint]?.id != placement.worker {
          let link = loop.open(name: placement.name, endpoint: endpoint)
          state.members[placement.endpoint] = Member(
            link: link, id: placement.worker, name: placement.name)
        }
        state.members[placement.endpoint]?.lanes.insert(lane)
        guard let member = state.members[placement.endpoint], member.isReady else { return nil }
        return state.client.map { ($0, member.link) }
      }
      if let (client, link) = ready { client.placed(lane, on: link) }
    } catch {
      reportIssue("The coordinator at \(coordinator.endpoint) named no usable worker: \(error)")
    }
  }

  // MARK: - For the loop

  var hello: Hello { state.withLock { $0.hello } }

  func linkIsReady(_ link: WorkerLink, _ welcome: Welcome) {
    let (client, lanes) = state.withLock { state -> ((any HostingClient)?, Set<LaneID>) in
      guard let endpoint = state.members.first(where: { $0.value.link === link })?.key else {
        return (nil, [])
      }
      state.members[endpoint]?.isReady = true
      state.members[endpoint]?.processID = welcome.processID
      return (state.client, state.members[endpoint]?.lanes ?? [])
    }
    for lane in lanes { client?.placed(lane, on: link) }
  }

  func link(_ link: WorkerLink, received batch: UnsafeRawBufferPointer) {
    state.withLock { $0.client }?.receive(batch, from: link)
  }

  func linkHasEnded(_ link: WorkerLink, reason: String) {
    let (client, member) = state.withLock { state -> ((any HostingClient)?, Member?) in
      guard let entry = state.members.first(where: { $0.value.link === link }) else {
        return (state.client, nil)
      }
      state.suspects[entry.value.id] = MonotonicClock.nowMilliseconds()
      return (state.client, state.members.removeValue(forKey: entry.key))
    }
    logger.notice("\(link.name) is lost: \(reason)")
    if let member { Task { try? await coordinator.report(dead: member.id) } }
    client?.lost(link, .died, reason: reason)
    // Lanes that never got there are not the store's to ask for again.
    if let member, !member.isReady, let client {
      for lane in member.lanes { client.unplaced(lane) }
    }
  }
}
