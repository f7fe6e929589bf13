import DequeModule
import Logging
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
    /// Also whether it is this store's doing.
    case lost(StoreLink, LinkEnd, reason: String, isGuilty: Bool, nowMilliseconds: Int)
    case progress(StoreLink)
    case forgive(StoreLink)
    case ready(worker: String, processID: Int32?, restartCount: Int)
  }

  private struct State {
    /// Nil before the store begins, and once it has ended.
    var client: (any HostingClient)?
    var hello = Hello(name: "", features: [])
    var jobs: Deque<Job> = []
    /// True if a thread has its turn, or is to.
    var isScheduled = false
    /// The lanes that the pool knows, and whether each waits for a worker.
    var lanes: [LaneID: Bool] = [:]
  }

  let number: SessionNumber
  /// The owner of the pool, which is held as long as the store is there.
  private let owner: any AnyObject & Sendable
  private let shared: SharedWorkers
  private let state = Mutex(State())

  /// The jobs that are done in one turn.
  private static let jobsAtOnce = 32

  init(
    _ number: SessionNumber, of shared: SharedWorkers, owner: any AnyObject & Sendable
  ) {
    self.number = number
    self.shared = shared
    self.owner = owner
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
    _ lane: LaneID, _ feature: any HostedFeature, group: LaneGroup?, in place: LanePlace
  ) -> (any HostingLink)? {
    if let reason = shared.refusal(of: lane) {
      post(.unhostable(lane, reason: reason))
      return nil
    }
    state.withLock { $0.lanes[lane] = true }
    let worker = shared.backend.place(number.shared(lane), feature, group: group, in: place)
    // Meanwhile the pool may have been stopped, which tells those lanes that waited then.
    if let reason = shared.refusal(of: lane) {
      let waits = state.withLock { $0.lanes.removeValue(forKey: lane) != nil }
      if waits { post(.unhostable(lane, reason: reason)) }
      return nil
    }
    return take(worker, for: lane)
  }

  /// Returns the session at the worker that a lane has got.
  private func take(_ worker: (any HostingLink)?, for lane: LaneID) -> StoreLink? {
    guard let worker = worker as? WorkerLink else { return nil }
    state.withLock { if $0.lanes[lane] != nil { $0.lanes[lane] = false } }
    let (link, loss) = link(to: worker)
    // Once the store, which holds its lock, has noted the link.
    if let loss { lose(link, .left, reason: loss) }
    return link
  }

  func ended(_ lane: LaneID) {
    state.withLock { $0.lanes[lane] = nil }
    shared.backend.ended(number.shared(lane))
  }

  func move(_ lane: LaneID) -> (any HostingLink)? {
    take(shared.backend.move(number.shared(lane)), for: lane)
  }

  func drains(_ link: any HostingLink, withinMilliseconds milliseconds: Int) {
    guard let link = link as? StoreLink else { return }
    shared.backend.drains(link.worker, withinMilliseconds: milliseconds)
  }

  func undrained(_ link: any HostingLink) {
    guard let link = link as? StoreLink else { return }
    shared.backend.undrained(link.worker)
  }

  func owns(_ link: any HostingLink) -> Bool { (link as? StoreLink)?.store === self }

  func processID(of link: any HostingLink) -> Int32? {
    (link as? StoreLink).flatMap { shared.backend.processID(of: $0.worker) }
  }

  var makesRoomByItself: Bool { true }
  var sharesWorkers: Bool { true }
  var workers: [HostedWorker] { shared.backend.workers }

  func stop() {
    let (jobs, lanes) = state.withLock { state in
      defer {
        state.client = nil
        state.jobs.removeAll()
        state.lanes.removeAll()
      }
      return (state.jobs, state.lanes.keys.map { $0 })
    }
    for job in jobs { noteTaken(job) }
    for worker in shared.backend.links { worker.stores.remove(number)?.sayGoodbye() }
    for lane in lanes { shared.backend.ended(number.shared(lane)) }
    shared.remove(self)
  }

  /// The workers are the pool's.
  func finish() async {}

  // MARK: - For the pool

  var client: (any HostingClient)? { state.withLock { $0.client } }

  /// Returns the store's session at a worker, and why that is lost, where it is: the caller tells the store then.
  private func link(to worker: WorkerLink) -> (link: StoreLink, loss: String?) {
    let hello = state.withLock { $0.hello }
    return worker.stores.link(number) { StoreLink(worker, of: self, hello: hello) }
  }

  /// Tells the store that a session of it is over, with its worker or without.
  func lose(_ link: StoreLink, _ end: LinkEnd, reason: String, isGuilty: Bool = false) {
    link.end()
    post(
      .lost(
        link, end, reason: reason, isGuilty: isGuilty,
        nowMilliseconds: MonotonicClock.nowMilliseconds()))
  }

  /// A lane has got a worker.
  func placed(_ lane: LaneID, on worker: WorkerLink) {
    state.withLock { if $0.lanes[lane] != nil { $0.lanes[lane] = false } }
    let (link, loss) = link(to: worker)
    // The store may have ended meanwhile, with the sessions that it had.
    if !post(.placed(lane, link)) { return _ = worker.stores.remove(number) }
    if let loss { lose(link, .left, reason: loss) }
  }

  /// The pool has been stopped: no lane that waits gets a worker.
  func refuseWaiting(reason: String) {
    let waiting = state.withLock { state in
      let waiting = state.lanes.filter(\.value).keys
      for lane in waiting { state.lanes[lane] = nil }
      return waiting
    }
    for lane in waiting { post(.unhostable(lane, reason: reason)) }
  }

  func receive(_ messages: UnsafeRawBufferPointer, by link: StoreLink) {
    let worker = link.worker
    if WorkerMessage.isRefusal(messages) { return hearRefusal(messages, by: link) }
    // What it has to say was known when the session began.
    if WorkerMessage.isWelcome(messages) { return }
    let isTooMuch = worker.stores.noteUnread(byteCount: messages.count)
    if isTooMuch {
      worker.giveUp(.overran, "it has said more than stores could read yet", by: number)
    }
    let batch = Job.batch([UInt8](copying: messages), link)
    if !post(batch) { noteTaken(batch) }
  }

  /// The worker ends the session: since it is about to end itself, or since it will not have it, as which it is given up.
  private func hearRefusal(_ messages: UnsafeRawBufferPointer, by link: StoreLink) {
    let worker = link.worker
    var reason = "it ended the session"
    try? WorkerMessage.decodeAll(messages) { message in
      if case .refuse(let said) = message { reason = said }
    }
    guard WorkerMessage.isBlameless(reason) else {
      return worker.giveUp(.refused, reason, by: number)
    }
    // Else the store would go there again. A lane that hangs there stays, and is not carried to another worker.
    worker.stores.noteRefusal(now: MonotonicClock.nowMilliseconds())
    shared.backend.drains(worker, withinMilliseconds: Self.lastMilliseconds)
    guard worker.stores.remove(number) != nil else { return }
    lose(link, WorkerMessage.end(ofRefusal: reason), reason: reason)
  }

  /// For longer than a worker takes to end that says so.
  private static let lastMilliseconds = 30_000

  /// A batch will not be read any more, or is about to be.
  private func noteTaken(_ job: Job) {
    if case .batch(let bytes, let link) = job {
      link.worker.stores.noteRead(byteCount: bytes.count)
    }
  }

  /// Returns whether the store is still there to hear it.
  @discardableResult
  func post(_ job: Job) -> Bool {
    let isDue = state.withLock { state -> Bool? in
      guard state.client != nil else { return nil }
      state.jobs.append(job)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if isDue == true { shared.threads.schedule(self) }
    return isDue != nil
  }

  /// Does some of what is in the mailbox. Returns whether the store is to have another turn.
  func takeTurn() -> Bool {
    for _ in 0..<Self.jobsAtOnce {
      let next = state.withLock { state -> (Job, any HostingClient)? in
        guard let client = state.client, let job = state.jobs.popFirst() else {
          state.isScheduled = false
          return nil
        }
        return (job, client)
      }
      guard let (job, client) = next else { return false }
      noteTaken(job)
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
    case .lost(let link, let end, let reason, let isGuilty, let now):
      let loss = client.lost(link, end, reason: reason, nowMilliseconds: now)
      // The pool tells of the loss; of the children only this store can.
      if isGuilty, loss.laneCount > 0 { shared.backend.logger.warning("\(loss.described)") }
    case .progress(let link):
      link.isLookDue.store(false, ordering: .relaxed)
      let now = MonotonicClock.nowMilliseconds()
      if let reason = client.checkProgress(of: link, nowMilliseconds: now) {
        link.worker.locked { link.worker.charge.noteHang(reason, by: number) }
      }
    case .forgive(let link): client.forgive(link)
    case .ready(let worker, let processID, let restartCount):
      client.workerIsReady(worker, processID: processID, restartCount: restartCount)
    }
  }
}
