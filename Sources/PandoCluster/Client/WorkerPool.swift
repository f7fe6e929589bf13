import Glibc
import IssueReporting
import Logging
import Pando
import PandoHosting
import Synchronization
import ZeroMQ

/// The workers of one store: spawned from this program's own binary, where another follows one that
/// goes, or running elsewhere, where one that goes is connected to again.
final class WorkerPool: HostingBackend, LinkDelegate {
  enum Source {
    /// So many processes of an executable.
    case spawned(Int, executable: String, SocketFolder)
    /// Workers that somebody else runs.
    case connected([Endpoint])
  }

  private struct Member {
    let name: String
    /// Nil when somebody else runs it.
    let process: WorkerProcess?
    var processID: Int32?
    /// Resumed when the link has ended.
    var waiter: CheckedContinuation<Void, Never>?
  }

  private struct State {
    var placement = LanePlacement<ObjectIdentifier>()
    var links: [ObjectIdentifier: WorkerLink] = [:]
    var members: [ObjectIdentifier: Member] = [:]
    var client: (any HostingClient)?
    var hello = Hello(name: "", features: [])
    var supervisors: [Task<Void, Never>] = []
    var patience: Task<Void, Never>?
    var isStopping = false
  }

  private let state = Mutex(State())
  private let source: Source
  private let loop: LinkLoop
  private let logger = Logger(label: "pando.workers")

  init(_ source: Source, limits: LinkMachine.Limits) throws {
    self.source = source
    let names =
      switch source {
      case .spawned(let count, _, _): (1...count).map(Self.name)
      case .connected(let endpoints): endpoints.map(Self.name)
      }
    state.withLock { $0.placement = LanePlacement(starting: names) }
    DescriptorLimit.raiseQuietly()
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
    let supervisors =
      switch source {
      case .spawned(let count, let executable, let folder):
        (1...count).map { number in
          Task {
            await supervise { generation in
              let file = folder.path + "/\(number)-\(generation).sock"
              return await self.spawn(Self.name(number), executable, at: file)
            }
          }
        }
      case .connected(let endpoints):
        endpoints.map { endpoint in
          Task { await supervise { _ in await self.connect(endpoint) } }
        }
      }
    state.withLock { state in
      state.supervisors = supervisors
      state.patience = Task {
        try? await Task.sleep(for: Self.patience)
        waitNoLonger()
      }
    }
  }

  /// How long lanes wait for their share of workers that are not there yet.
  private static let patience = Duration.seconds(2)

  /// Shares what waits among the workers that are there.
  private func waitNoLonger() {
    tell(state.withLock { $0.placement.giveUpAll() })
  }

  func place(
    _ lane: LaneID, _ feature: any HostedFeature, in place: LanePlace
  ) -> (any HostingLink)? {
    state.withLock { state in
      state.placement.place(lane, feature.descriptor).flatMap { state.links[$0] }
    }
  }

  func ended(_ lane: LaneID) {
    state.withLock { $0.placement.end(lane) }
  }

  func notice(_ message: String) {
    logger.error("\(message)")
  }

  var workers: [HostedWorker] {
    state.withLock { state in
      state.members.map { id, member in
        HostedWorker(
          name: member.name,
          processID: member.processID,
          childCount: state.placement.laneCount(of: id),
          commitCount: state.links[id]?.commitCount ?? 0)
      }
    }
    .sorted { $0.name < $1.name }
  }

  func stop() {
    let processes = state.withLock { state in
      state.isStopping = true
      state.patience?.cancel()
      return state.members.values.compactMap(\.process)
    }
    loop.stop()
    let waiters = state.withLock { state in
      state.members.values.compactMap(\.waiter)
    }
    for waiter in waiters { waiter.resume() }
    for process in processes { process.stop() }
    state.withLock { $0.client = nil }
    // A worker that does not end by itself is ended; the time is for effects that clean up.
    Task {
      try? await Task.sleep(for: .seconds(5))
      for process in processes { process.kill() }
    }
  }

  func finish() async {
    for supervisor in state.withLock({ $0.supervisors }) { await supervisor.value }
    if case .spawned(_, _, let folder) = source { folder.remove() }
  }

  // MARK: - Workers

  private var isStopping: Bool { state.withLock { $0.isStopping } }

  /// Lives through one worker after another.
  private func supervise(_ live: (_ generation: Int) async -> Void) async {
    var backoff = Backoff()
    var generation = 0
    while !isStopping {
      generation += 1
      let started = MonotonicClock.nowMilliseconds()
      await live(generation)
      if isStopping { return }
      let delay = backoff.delay(afterLivingMilliseconds: MonotonicClock.nowMilliseconds() - started)
      try? await Task.sleep(for: .milliseconds(delay))
    }
  }

  /// Runs one worker from its start to its end.
  private func spawn(_ name: String, _ executable: String, at file: String) async {
    var link: WorkerLink?
    do {
      let endpoint = try Endpoint.ipc(path: file)
      let process = WorkerProcess(
        name: name, executable: executable, endpoint: endpoint.description)
      link = open(name, endpoint, process)
      guard let link else { return }
      let status = try await process.run()
      let processID = process.processID.map(String.init) ?? "?"
      if !isStopping { logger.warning("\(name) (process \(processID)) ended: \(status)") }
      loop.exited(link, reason: "its process \(processID) ended: \(status)")
    } catch {
      reportIssue("\(name) could not be started: \(error)")
      if let link { loop.exited(link, reason: "it could not be started") }
    }
  }

  /// Uses a worker that somebody else runs, until the link to it ends.
  private func connect(_ endpoint: Endpoint) async {
    guard let link = open(Self.name(endpoint), endpoint, nil) else { return }
    await withCheckedContinuation { continuation in
      let isWaiting = state.withLock { state in
        guard !state.isStopping, state.members[ObjectIdentifier(link)] != nil else { return false }
        state.members[ObjectIdentifier(link)]?.waiter = continuation
        return true
      }
      if !isWaiting { continuation.resume() }
    }
  }

  private func open(
    _ name: String, _ endpoint: Endpoint, _ process: WorkerProcess?
  ) -> WorkerLink? {
    state.withLock { state in
      guard !state.isStopping else { return nil }
      let link = loop.open(name: name, endpoint: endpoint)
      state.links[ObjectIdentifier(link)] = link
      state.members[ObjectIdentifier(link)] = Member(name: name, process: process)
      return link
    }
  }

  // MARK: - For the loop

  var hello: Hello { state.withLock { $0.hello } }

  func linkIsReady(_ link: WorkerLink, _ welcome: Welcome) {
    let (placed, missing) = state.withLock { state in
      let id = ObjectIdentifier(link)
      state.members[id]?.processID = welcome.processID
      let placed = state.placement.add(id, named: link.name, features: welcome.features)
      return (placed, state.placement.missingFeatures)
    }
    for feature in missing { reportMissing(feature, welcome.features) }
    tell(placed)
  }

  private func tell(_ placed: [LanePlacement<ObjectIdentifier>.Assignment]) {
    let (client, links) = state.withLock { ($0.client, $0.links) }
    for (lane, worker) in placed {
      if let link = links[worker] { client?.placed(lane, on: link) } else { client?.unplaced(lane) }
    }
  }

  private static func name(_ number: Int) -> String { "worker \(number)" }
  private static func name(_ endpoint: Endpoint) -> String { "the worker at \(endpoint)" }

  /// All workers are of one binary, so a feature that one does not host will never be hosted.
  private func reportMissing(_ feature: FeatureDescriptor, _ hosted: [FeatureDescriptor]) {
    let names = hosted.map(\.name).joined(separator: ", ")
    reportIssue(
      """
      The workers of this program do not host \(feature).

      They host: \(names.isEmpty ? "nothing" : names). Add "Feature { \(feature.name)() }" to the \
      program's "features". Until then the feature's actions wait.
      """)
  }

  func link(_ link: WorkerLink, received batch: UnsafeRawBufferPointer) {
    state.withLock { $0.client }?.receive(batch, from: link)
  }

  func linkHasEnded(_ link: WorkerLink, reason: String) {
    let (client, member, placed) = state.withLock { state in
      let id = ObjectIdentifier(link)
      state.placement.remove(id)
      state.links[id] = nil
      // A worker that never said welcome has had its chance.
      let placed = state.placement.giveUp(link.name)
      return (state.client, state.members.removeValue(forKey: id), placed)
    }
    // It may hang rather than be dead, and what it runs must end.
    member?.process?.kill()
    member?.waiter?.resume()
    logger.notice("\(link.name) is lost: \(reason)")
    client?.lost(link, .died, reason: reason)
    tell(placed)
  }
}
