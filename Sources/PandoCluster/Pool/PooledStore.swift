import DequeModule
import Pando
import PandoHosting
import PandoWire
import Synchronization

/// One of the stores that share the workers of a pool: what it asks of the pool, and what the pool has to say to it.
///
/// Whatever the pool says is left in a mailbox, from which `StoreThreads` has it taken: the thread that reads from workers
/// never waits for a store's lock, or for users' code.
final class PooledStore: HostingBackend {
  enum Job {
    case placed(LaneID, StoreLink)
    case move(LaneID, interrupts: Bool)
    case unhostable(LaneID, reason: String)
    case batch([UInt8], StoreLink)
    case lost(StoreLink, LinkEnd, reason: String, nowMilliseconds: Int)
    case progress(StoreLink)
    case forgive(StoreLink)
    case ready(worker: String, processID: Int32?, restartCount: Int)
  }

  private struct State {
    /// Nil before the store begins, and once it has ended.
    var client: (any HostingClient)?
    var hello = Hello(name: "", features: [])
    var jobs: Deque<Job> = []
    /// The bytes of the batches among them.
    var byteCount = 0
    /// True if a thread has its turn, or is to.
    var isScheduled = false
    /// The lanes that the pool knows.
    var lanes: Set<LaneID> = []
    /// The workers at which it has a session.
    var links: [MemberID: StoreLink] = [:]
  }

  let number: SessionNumber
  /// Held as long as the store is there.
  private let pool: WorkerPool
  private let shared: SharedWorkers
  private let state = Mutex(State())

  /// The jobs that are done in one turn.
  private static let jobsAtOnce = 32

  init(_ number: SessionNumber, of shared: SharedWorkers, _ pool: WorkerPool) {
    self.number = number
    self.shared = shared
    self.pool = pool
  }

  // MARK: - For the store

  func start(
    client: any HostingClient, features: [any HostedFeature], dependencies: DependencyValues
  ) {
    let hello = Hello(
      name: "store \(number.rawValue)", build: shared.backend.build.id,
      features: features.map(\.descriptor))
    state.withLock { state in
      state.client = client
      state.hello = hello
    }
    shared.add(self, features, dependencies)
  }

  func place(
    _ lane: LaneID, _ feature: any HostedFeature, in place: LanePlace
  ) -> (any HostingLink)? {
    self.place(lane, feature, group: nil, in: place)
  }

  func place(
    _ lane: LaneID, _ feature: any HostedFeature, group: LaneGroup?, in place: LanePlace
  ) -> (any HostingLink)? {
    if let reason = shared.refusal(of: lane) {
      post(.unhostable(lane, reason: reason))
      return nil
    }
    state.withLock { _ = $0.lanes.insert(lane) }
    return shared.backend.place(number.shared(lane), feature, group: group, in: place)
      .flatMap { ($0 as? WorkerLink).map(link) }
  }

  func ended(_ lane: LaneID) {
    state.withLock { _ = $0.lanes.remove(lane) }
    shared.backend.ended(number.shared(lane))
  }

  func move(_ lane: LaneID) -> (any HostingLink)? {
    shared.backend.move(number.shared(lane)).flatMap { ($0 as? WorkerLink).map(link) }
  }

  func drains(_ link: any HostingLink, withinMilliseconds milliseconds: Int) {
    guard let link = link as? StoreLink else { return }
    shared.backend.drains(link.worker, withinMilliseconds: milliseconds)
  }

  func undrained(_ link: any HostingLink) {
    guard let link = link as? StoreLink else { return }
    shared.backend.undrained(link.worker)
  }

  func processID(of link: any HostingLink) -> Int32? {
    (link as? StoreLink).flatMap { shared.backend.processID(of: $0.worker) }
  }

  var makesRoomByItself: Bool { true }
  var sharesWorkers: Bool { true }
  var commitTimes: ReduceTimes? { shared.backend.commitTimes }
  var workers: [HostedWorker] { shared.backend.workers }

  func stop() {
    let (links, lanes) = state.withLock { state in
      defer {
        state.client = nil
        state.jobs.removeAll()
        state.byteCount = 0
        state.links.removeAll()
        state.lanes.removeAll()
      }
      return (state.links.values.map { $0 }, state.lanes)
    }
    for link in links { link.sayGoodbye() }
    for lane in lanes { shared.backend.ended(number.shared(lane)) }
    shared.remove(self)
  }

  /// The workers are the pool's.
  func finish() async {}

  // MARK: - For the pool

  var client: (any HostingClient)? { state.withLock { $0.client } }

  /// Returns the store's session at a worker.
  func link(to worker: WorkerLink) -> StoreLink {
    let link = state.withLock { state in
      if let link = state.links[worker.member] { return link }
      let link = StoreLink(worker, number, hello: state.hello)
      state.links[worker.member] = link
      return link
    }
    // Who tells of a loss notes it before it looks for links: either finds the other.
    if let reason = worker.toldLoss { lose(worker, .left, reason: reason) }
    return link
  }

  /// Returns the store's session at a worker; nil where it has none.
  func existingLink(to worker: WorkerLink) -> StoreLink? {
    state.withLock { $0.links[worker.member] }
  }

  /// Tells the store that it has lost a worker, if it had a session there.
  func lose(_ worker: WorkerLink, _ end: LinkEnd, reason: String) {
    guard let link = state.withLock({ $0.links.removeValue(forKey: worker.member) }) else { return }
    link.end()
    post(.lost(link, end, reason: reason, nowMilliseconds: MonotonicClock.nowMilliseconds()))
  }

  func receive(_ messages: UnsafeRawBufferPointer, from worker: WorkerLink) {
    guard let link = existingLink(to: worker) else { return }
    if WorkerMessage.isRefusal(messages) {
      let reason = Self.reason(ofRefusal: messages)
      return lose(worker, WorkerMessage.end(ofRefusal: reason), reason: reason)
    }
    // The store ignores it, as it had no answer.
    if WorkerMessage.isWelcome(messages) { return }
    post(.batch([UInt8](copying: messages), link))
    if state.withLock({ $0.byteCount > LinkLimits.unreadBytes(laneCount: $0.lanes.count) }) {
      worker.giveUp(.overran, "it has said more than a store could read yet", by: number)
    }
  }

  private static func reason(ofRefusal messages: UnsafeRawBufferPointer) -> String {
    var reason = "it ended the session"
    try? WorkerMessage.decodeAll(messages) { message in
      if case .refuse(let said) = message { reason = said }
    }
    return reason
  }

  func post(_ job: Job) {
    let isDue = state.withLock { state in
      guard state.client != nil else { return false }
      if case .batch(let bytes, _) = job { state.byteCount += bytes.count }
      state.jobs.append(job)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if isDue { shared.threads.schedule(self) }
  }

  /// Does some of what is in the mailbox. Returns whether the store is to have another turn.
  func takeTurn() -> Bool {
    for _ in 0..<Self.jobsAtOnce {
      let next = state.withLock { state -> (Job, any HostingClient)? in
        guard let client = state.client, let job = state.jobs.popFirst() else {
          state.isScheduled = false
          return nil
        }
        if case .batch(let bytes, _) = job { state.byteCount -= bytes.count }
        return (job, client)
      }
      guard let (job, client) = next else { return false }
      carryOut(job, client)
    }
    return true
  }

  private func carryOut(_ job: Job, _ client: any HostingClient) {
    switch job {
    case .placed(let lane, let link): client.placed(lane, on: link)
    case .move(let lane, let interrupts): client.move(lane, interrupts: interrupts)
    case .unhostable(let lane, let reason): client.unhostable(lane, reason: reason)
    case .batch(let bytes, let link): bytes.withUnsafeBytes { client.receive($0, from: link) }
    case .lost(let link, let end, let reason, let now):
      client.lost(link, end, reason: reason, nowMilliseconds: now)
    case .progress(let link):
      link.isAsked.store(false, ordering: .relaxed)
      let now = MonotonicClock.nowMilliseconds()
      if let reason = client.checkProgress(of: link, nowMilliseconds: now) {
        link.worker.noteHang(reason, by: number)
      }
    case .forgive(let link): client.forgive(link)
    case .ready(let worker, let processID, let restartCount):
      client.workerIsReady(worker, processID: processID, restartCount: restartCount)
    }
  }
}
