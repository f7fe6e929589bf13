import Glibc
import IssueReporting
import Logging
import Pando
import PandoHosting
import Synchronization
import ZeroMQ

/// Spawns workers of this program's own binary for one store, and starts another when one goes.
final class WorkerPool: HostingBackend, LinkDelegate {
  private struct Member {
    let process: WorkerProcess
    var processID: Int32?
    var isReady = false
  }

  private struct State {
    var placement = Placement<ObjectIdentifier>()
    var links: [ObjectIdentifier: WorkerLink] = [:]
    var members: [ObjectIdentifier: Member] = [:]
    var client: (any HostingClient)?
    var hello = Hello(name: "", features: [])
    var supervisors: [Task<Void, Never>] = []
    var isStopping = false
  }

  private let state = Mutex(State())
  private let count: Int
  private let limits: LinkMachine.Limits
  private let loop: LinkLoop
  private let folder: SocketFolder
  private let logger = Logger(label: "pando.workers")

  init(count: Int, limits: LinkMachine.Limits) throws {
    self.count = count
    self.limits = limits
    DescriptorLimit.raiseQuietly()
    loop = try LinkLoop(limits: limits)
    folder = try SocketFolder()
  }

  // MARK: - For the store

  func start(
    client: any HostingClient, features: [any HostedFeature], dependencies: DependencyValues
  ) {
    state.withLock { state in
      state.client = client
      state.hello = Hello(name: "process \(getpid())", features: features.map(\.descriptor))
    }
    loop.start(delegate: self)
    let supervisors = (1...count).map { number in Task { await supervise(number) } }
    state.withLock { $0.supervisors = supervisors }
  }

  func place(_ lane: LaneID, _ feature: any HostedFeature) -> (any HostingLink)? {
    state.withLock { state in
      state.placement.place(lane, feature.descriptor).flatMap { state.links[$0] }
    }
  }

  func ended(_ lane: LaneID) {
    state.withLock { $0.placement.end(lane) }
  }

  var workers: [HostedWorker] {
    state.withLock { state in
      state.members.map { id, member in
        HostedWorker(
          name: member.process.name,
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
      return state.members.values.map(\.process)
    }
    loop.stop()
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
    folder.remove()
  }

  // MARK: - Workers

  private func supervise(_ number: Int) async {
    var backoff = Backoff()
    var generation = 0
    while !state.withLock({ $0.isStopping }) {
      generation += 1
      let started = MonotonicClock.nowMilliseconds
      await run("worker \(number)", file: "\(number)-\(generation).sock")
      if state.withLock({ $0.isStopping }) { return }
      let delay = backoff.delay(afterLivingMilliseconds: MonotonicClock.nowMilliseconds - started)
      try? await Task.sleep(for: .milliseconds(delay))
    }
  }

  /// Runs one worker from its start to its end.
  private func run(_ name: String, file: String) async {
    do {
      let endpoint = try Endpoint.ipc(path: folder.path + "/" + file)
      let process = WorkerProcess(name: name, endpoint: endpoint.description)
      let link = loop.open(name: name, endpoint: endpoint)
      let isWanted = state.withLock { state in
        state.links[ObjectIdentifier(link)] = link
        state.members[ObjectIdentifier(link)] = Member(process: process)
        return !state.isStopping
      }
      guard isWanted else { return }
      let status = try await process.run()
      let processID = process.processID.map(String.init) ?? "?"
      if !state.withLock({ $0.isStopping }) {
        logger.warning("\(name) (process \(processID)) ended: \(status)")
      }
      loop.exited(link, reason: "its process \(processID) ended: \(status)")
    } catch {
      reportIssue("\(name) could not be started: \(error)")
    }
  }

  // MARK: - For the loop

  var hello: Hello { state.withLock { $0.hello } }

  func linkIsReady(_ link: WorkerLink, _ welcome: Welcome) {
    let (client, lanes, missing) = state.withLock { state in
      let id = ObjectIdentifier(link)
      state.members[id]?.processID = welcome.processID
      state.members[id]?.isReady = true
      let lanes = state.placement.add(id, features: welcome.features)
      return (state.client, lanes, state.placement.waitingFeatures)
    }
    for feature in missing { reportMissing(feature, welcome.features) }
    for lane in lanes { client?.placed(lane, on: link) }
  }

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
    let (client, process) = state.withLock { state in
      let id = ObjectIdentifier(link)
      state.placement.remove(id)
      state.links[id] = nil
      return (state.client, state.members.removeValue(forKey: id)?.process)
    }
    // It may hang rather than be dead, and what it runs must end.
    process?.kill()
    logger.notice("\(link.name) is lost: \(reason)")
    client?.lost(link, reason: reason)
  }
}
