package import Logging
package import PandoHosting
import Synchronization

/// The registry of coordinators that share a store.
///
/// Each knows what the store has, and answers from that. Any coordinator registers workers, keeps alive the
/// leases of those that beat at it, and notes their loads; the oldest leads, and keeps the catalogue of features.
/// `docs/ARCHITECTURE.md` lists the writes, and what each is fenced by.
package final class SharedRegistry: Registry {
  struct State {
    var view: RegistryView
    var lease = LeaseMachine()
    /// The revision at which its card was written.
    var cardRevision: Int64 = 0
    /// The term in which it led at the last look; nil where it did not.
    var term: Int64?
    var catalogue = FeatureCatalogue()
    /// True once it was read.
    var isKnown = false
    /// The last name that it was known by.
    var lastName: RegistryView.Incarnation?
    /// Why the store is away; nil while it is not.
    var absence: RegistryStoreError?
    /// When the log heard last that the store refuses something.
    var refusalToldAt: Int?
    var card = CoordinatorCard(endpoint: "", processID: 0, hostName: "", version: "")
    /// The leases whose renewals are under way.
    var renewals: Set<Int64> = []
    /// When those came to pass.
    var renewed: RenewalRecord
    var loads: [Int: LoadReport] = [:]
    var watch: Task<Result<Void, RegistryStoreError>, Never>?
    /// True where what was read, or is being read, is not what is there any more.
    var mustReadAgain = false
    /// True while the leader writes, or has not seen what it wrote.
    var isWriting = false
    var writtenRevision: Int64 = 0
    var reconciledAt = 0

    /// Forgets what was written to a registry that is not there any more.
    mutating func beginAnew() {
      lease = LeaseMachine()
      catalogue = FeatureCatalogue()
      loads = [:]
      (isWriting, writtenRevision, reconciledAt) = (false, 0, 0)
    }

    /// Returns its lease and its term where it leads.
    func leadership(atMilliseconds now: Int) -> RegistryView.Leader? {
      guard let leader = view.leader, leader.lease == lease.lease(atMilliseconds: now) else {
        return nil
      }
      return leader
    }
  }

  let store: any RegistryStore
  let layout: RegistryLayout
  let settings: RegistrySettings
  let logger: Logger
  let kind: String
  let state: Mutex<State>

  /// The life of a coordinator's lease: the shortest that etcd grants.
  static let sessionMilliseconds = 2_000
  private static let tickMilliseconds = 100
  /// The time between two lines of the log about what the store refuses.
  private static let refusalMilliseconds = 60_000

  package init(
    _ store: any RegistryStore, kind: String, prefix: String, settings: RegistrySettings,
    logger: Logger
  ) {
    self.store = store
    self.kind = kind
    self.settings = settings
    self.logger = logger
    layout = RegistryLayout(prefix: prefix)
    var view = RegistryView(layout: layout, settings: settings)
    view.own = String(UInt64.random(in: 1 ... .max), radix: 16)
    state = Mutex(
      State(view: view, renewed: RenewalRecord(lifeMilliseconds: settings.lifeMilliseconds)))
  }

  package var workers: WorkerRegistry { state.withLock { $0.view.registry } }

  package var status: [ClusterStatus.Worker] {
    let view = state.withLock { $0.view }
    let clock = RegistryClock.now
    return view.registry.status(atMilliseconds: clock.nowMilliseconds) {
      view.beatsHere($0.number, clock)
    }
  }

  package var condition: ClusterStatus.Registry {
    state.withLock { state in
      var condition = ClusterStatus.Registry()
      condition.kind = kind
      condition.location = store.location
      condition.isAway = state.absence != nil
      let coordinators = state.view.coordinators
      if let leader = state.view.leader, let first = coordinators[leader.lease] {
        (condition.leader, condition.term) = (ClusterStatus.Member(first.card), leader.term)
      }
      condition.coordinators = coordinators.values.map(\.card)
        .sorted { $0.endpoint < $1.endpoint }.map { ClusterStatus.Member($0) }
      condition.features = state.view.features.sorted { "\($0)" < "\($1)" }
      return condition
    }
  }

  /// By the lease of its session: coordinators on several machines may have one endpoint and one number of their process.
  package var isLeading: Bool {
    state.withLock { $0.leadership(atMilliseconds: MonotonicClock.nowMilliseconds()) != nil }
  }

  package func requireKnowledge() throws(ControlError) {
    let (isKnown, absence) = state.withLock { ($0.isKnown, $0.absence) }
    guard !isKnown else { return }
    throw absence.map(unavailable)
      ?? .unavailable(
        "The coordinator has not read its registry at \(store.location) yet. Try again in a moment."
      )
  }

  package func place(
    _ wish: PlacementWish, avoiding avoided: Set<WorkerID>
  ) -> Result<Placement, PlacementRefusal> {
    state.withLock { state in
      let result = state.view.registry.place(wish, avoiding: avoided)
      return result.mapError { $0.knowing(state.view.features, of: wish.feature) }
    }
  }

  package func expire(isTrusted: (WorkerRecord) -> Bool) -> RegistryExpiry {
    state.withLock { state in
      let clock = RegistryClock.now
      var expiry = RegistryExpiry()
      expiry.distrusted = state.view.show(clock, where: isTrusted)
      expiry.silent = state.view.takeSilent(clock)
      state.view.keepOthers(clock)
      return expiry
    }
  }

  package func run(_ card: CoordinatorCard) async {
    state.withLock { $0.card = card }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.keepWatching() }
      group.addTask {
        while !Task.isCancelled {
          self.drive(.tick)
          self.noteLeadership()
          self.reconcile()
          await ControlExecutor.sleep(milliseconds: Self.tickMilliseconds)
        }
      }
    }
    await stop()
  }

  /// Lets another coordinator lead at once. A store that is away does not hold up the end.
  private func stop() async {
    let directive = state.withLock {
      $0.lease.handle(.stop, atMilliseconds: MonotonicClock.nowMilliseconds())
    }
    let closing = ControlExecutor.run { [store] in
      if case .close(let lease)? = directive { try? await store.revoke(lease: lease) }
      await store.close()
    }
    ControlExecutor.after(milliseconds: 500) { closing.cancel() }
    await closing.value
  }

  // MARK: - The store's absence

  func sentence(_ reason: String) -> String {
    "The registry at \(store.location) is away: \(reason)"
  }

  /// Notes that the store did not answer: one line in the log, however often. What it refuses is no absence: it says
  /// nothing of what is followed.
  func noteAbsence(_ error: RegistryStoreError) {
    switch error {
    case .away, .denied: break
    case .refused(let reason): return noteRefusal(reason)
    case .leaseGone, .compacted, .cancelled: return
    }
    let isNews = state.withLock { state in
      defer { state.absence = error }
      return state.absence == nil
    }
    guard isNews else { return }
    let isDenied = if case .denied = error { true } else { false }
    logger.warning(
      """
      The registry \(isDenied ? "refuses this coordinator" : "is away"); what runs goes on, places are given from what \
      is known, and no worker can join before it is back.
      """,
      metadata: ["registry": "\(store.location)", "reason": "\(error)"])
  }

  /// Notes that nothing is followed, because of an error. The store is as good as away then, even where it answers and
  /// refuses: what is known grows old.
  func noteStandstill(_ error: RegistryStoreError) {
    guard case .refused(let reason) = error else { return noteAbsence(error) }
    noteAbsence(.away(reason))
  }

  func noteAnswer() {
    let wasAway = state.withLock { state in
      defer { state.absence = nil }
      return state.absence != nil
    }
    if wasAway {
      logger.notice("The registry is back.", metadata: ["registry": "\(store.location)"])
    }
  }

  func unavailable(_ error: RegistryStoreError) -> ControlError {
    if case .refused(let reason) = error {
      return .unavailable("The registry at \(store.location) refuses it: \(reason)")
    }
    if case .denied(let reason) = error {
      return .unavailable("The registry at \(store.location) refuses this coordinator: \(reason)")
    }
    return .unavailable(sentence("\(error)"))
  }

  // MARK: - What the store refuses

  /// Compares and writes, and notes whether the store refuses it.
  func transact(
    _ transaction: RegistryTransaction
  ) async throws(RegistryStoreError) -> RegistryTransaction.Outcome {
    do throws(RegistryStoreError) {
      return try await store.transact(transaction)
    } catch {
      if case .refused(let reason) = error { noteRefusal(reason) }
      throw error
    }
  }

  /// Notes that the store refused something: one line in the log each minute, however often. It refuses one write, as
  /// of a record that is too large, and takes others.
  private func noteRefusal(_ reason: String) {
    let now = MonotonicClock.nowMilliseconds()
    let isTold = state.withLock { state in
      if let last = state.refusalToldAt, now - last < Self.refusalMilliseconds { return false }
      state.refusalToldAt = now
      return true
    }
    guard isTold else { return }
    logger.warning(
      """
      The registry refuses a write. What is registered stays, and what is refused is tried again: see the reason, and \
      look whether the registry's disk or quota is full.
      """,
      metadata: ["registry": "\(store.location)", "reason": "\(reason)"])
  }
}
