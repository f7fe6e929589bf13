import Pando
import PandoHosting
import PandoWire
import Synchronization

/// The workers of a pool, and the stores that share them.
///
/// To the backend it is the one store that it serves. Each store has the lanes, sessions and mailbox of `PooledStore`, and a
/// number, by which the pool's names of lanes and the batches of workers say whose they are. Called by the thread that
/// reads from workers, it takes no store's lock.
final class SharedWorkers: HostingClient {
  private struct State {
    var stores: [SessionNumber: PooledStore] = [:]
    var lastNumber: UInt32 = 0
    var isStarted = false
    var isStopped = false
  }

  let backend: PoolBackend
  let threads = StoreThreads()
  private let state = Mutex(State())

  init(_ backend: PoolBackend) { self.backend = backend }

  // MARK: - For stores

  /// Returns the place of a store that is to begin; nil where no number is left, after four thousand million of them.
  ///
  /// - Parameter owner: The owner of the pool, whom the store holds.
  func makeStore(owner: any AnyObject & Sendable) -> PooledStore? {
    let number = state.withLock { state -> UInt32? in
      guard state.lastNumber < .max else { return nil }
      state.lastNumber += 1
      return state.lastNumber
    }
    return number.map { number in
      PooledStore(SessionNumber(rawValue: number), of: self, owner: owner)
    }
  }

  func add(
    _ store: PooledStore, _ features: [any HostedFeature], _ dependencies: DependencyValues
  ) {
    let (isFirst, isStopped) = state.withLock { state in
      state.stores[store.number] = store
      defer { if !state.isStopped { state.isStarted = true } }
      return (!state.isStarted, state.isStopped)
    }
    if isStopped { return }
    if isFirst {
      return backend.start(client: self, features: features, dependencies: dependencies)
    }
    backend.declare(features, dependencies)
    for worker in backend.workers where worker.state == .ready {
      store.post(
        .ready(
          worker: worker.name, processID: worker.processID, restartCount: worker.restartCount))
    }
  }

  func remove(_ store: PooledStore) {
    state.withLock { $0.stores[store.number] = nil }
  }

  /// Returns why a lane can have no worker; nil where it can.
  func refusal(of lane: LaneID) -> String? {
    if lane.rawValue > SessionNumber.lanesAtMost {
      return "the store has had more hosted children than the pool can number"
    }
    return state.withLock { $0.isStopped } ? Self.stoppedReason : nil
  }

  private static let stoppedReason = "the pool of workers has been stopped"

  /// Ends the workers. Each store is told that it has lost them, and gets no others.
  func stop() {
    let (stores, isStarted) = state.withLock { state in
      state.isStopped = true
      return (state.stores.values.map { $0 }, state.isStarted)
    }
    guard isStarted else { return backend.source.discard() }
    backend.stop()
    for worker in backend.links {
      for link in worker.stores.lose(because: Self.stoppedReason).values {
        link.store.lose(link, .left, reason: Self.stoppedReason)
      }
    }
    for store in stores { store.refuseWaiting(reason: Self.stoppedReason) }
  }

  /// Returns when the processes of the workers have ended. Called after `stop()`.
  func finish() async {
    if state.withLock({ $0.isStarted }) { await backend.finish() }
  }

  private func store(of lane: LaneID) -> PooledStore? {
    state.withLock { $0.stores[SessionNumber(of: lane)] }
  }

  private var stores: [PooledStore] { state.withLock { Array($0.stores.values) } }

  // MARK: - For the backend

  func placed(_ lane: LaneID, on link: any HostingLink) {
    guard let worker = link as? WorkerLink else { return }
    store(of: lane)?.placed(SessionNumber.local(lane), on: worker)
  }

  func move(_ lane: LaneID, interrupts: Bool) {
    store(of: lane)?.post(.move(SessionNumber.local(lane), interrupts: interrupts))
  }

  func unhostable(_ lane: LaneID, reason: String) {
    store(of: lane)?.post(.unhostable(SessionNumber.local(lane), reason: reason))
  }

  func receive(_ batch: UnsafeRawBufferPointer, from link: any HostingLink) {
    guard let worker = link as? WorkerLink else { return }
    guard let (number, start) = SessionNumber.read(batch) else {
      return worker.giveUp(.refused, "a batch of it is of no session")
    }
    let messages = UnsafeRawBufferPointer(rebasing: batch[start...])
    if number != .own {
      // A store that has ended wants to hear nothing.
      if let link = worker.stores[number] { link.store.receive(messages, by: link) }
      return
    }
    do {
      try WorkerMessage.decodeAll(messages) { hear($0, from: worker) }
    } catch {
      worker.giveUp(.refused, "a message cannot be read: \(error)")
    }
  }

  /// Handles what a worker says to the connection. The pool's own session has no lanes.
  private func hear(_ message: WorkerMessage, from worker: WorkerLink) {
    switch message {
    case .draining(let milliseconds):
      backend.drains(worker, withinMilliseconds: milliseconds)
    case .undrained: backend.undrained(worker)
    case .pong: break
    default: worker.giveUp(.refused, "it spoke of children to a session that has none")
    }
  }

  func workerIsReady(_ worker: String, processID: Int32?, restartCount: Int) {
    for store in stores {
      store.post(.ready(worker: worker, processID: processID, restartCount: restartCount))
    }
  }

  /// Tells every store that has a session there. Where one of them is why the worker ends, nothing that the others had
  /// there is suspect.
  func lost(
    _ link: any HostingLink, _ end: LinkEnd, reason: String, nowMilliseconds: Int?
  ) -> HostingLoss {
    let loss = HostingLoss(idle: link.name, end, reason: reason)
    guard let worker = link as? WorkerLink else { return loss }
    let links = worker.stores.lose(because: reason)
    var guilty = worker.locked { end == .hung ? worker.charge.hangAccuser : worker.charge.accuser }
    var own = end
    if case .crashed(let culprit) = end {
      // One that names nobody who is there would else keep what ends it from being found.
      let store = SessionNumber(of: culprit.lane)
      (guilty, own) =
        links[store] == nil ? (nil, .died) : (store, .crashed(culprit.ofItsStore))
    }
    for (number, link) in links {
      if guilty == nil || guilty == number {
        link.store.lose(link, own, reason: reason, isGuilty: guilty != nil)
      } else {
        link.store.lose(
          link, .left, reason: "\(WorkerMessage.stoppingReason) for another store: \(reason)")
      }
    }
    return loss
  }

  /// Has stores look whether the worker gets on. Returns what one of them has found since the last time.
  func checkProgress(of link: any HostingLink, nowMilliseconds now: Int) -> String? {
    guard let worker = link as? WorkerLink else { return nil }
    let links = worker.stores.all
    for link in links where link.isLookDue(now: now, among: links.count) {
      link.store.post(.progress(link))
    }
    if worker.stores.shouldHaveEnded(now: now) {
      worker.giveUp(.refused, "it refuses sessions as one that ends, and does not end", by: .own)
    }
    return worker.locked { worker.charge.takeHang() }
  }

  func forgive(_ link: any HostingLink) {
    guard let worker = link as? WorkerLink else { return }
    for link in worker.stores.all { link.store.post(.forgive(link)) }
  }

  func runsEffects(on link: any HostingLink) -> Bool {
    guard let worker = link as? WorkerLink else { return false }
    return worker.stores.all.contains { $0.store.client?.runsEffects(on: $0) == true }
  }

  // No host of a pool is in this process.
  func run(_ work: DeferredWork) { work.run() }
  func pump(_ link: any HostingLink) {}

  /// None: each store's are told by its own backend.
  var hostingFigures: HostingFigures { HostingFigures() }
}
