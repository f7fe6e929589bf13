import Distributed
package import Logging
package import PandoHosting
import PandoWire
import ZeroMQ

/// Knows the workers of a cluster, and says where a feature is to live.
///
/// What it knows is its registry's. One in memory holds nothing that workers and clients could not tell it
/// again: after a restart the workers join anew, and what they host goes on meanwhile.
package distributed actor Coordinator: NamedActor {
  package typealias ActorSystem = ZeroMQActorSystem

  package static var actorName: String { "coordinator" }

  private let version: String
  private let logger: Logger
  private let startMilliseconds = MonotonicClock.nowMilliseconds()
  let registry: any Registry
  /// Nil where callers are known by the system.
  let keys: LoadedKeys?
  let reporter: RefusalReporter
  /// The last events of the workers, and of those who were refused.
  let chronicle: WorkerChronicle
  /// Finds the problems of the process.
  private let check: SelfCheck
  private var diagnosis = Diagnosis()
  /// When it was looked last which workers are gone, and how often the keyring had changed by then.
  private var expiredAt = Int.min / 2
  private var expiredChangeCount = 0
  /// The time between two such looks, which is short for a worker's life.
  private let expiryMilliseconds: Int

  package init(
    actorSystem: ZeroMQActorSystem, registry: any Registry, keys: LoadedKeys? = nil,
    version: String, check: SelfCheck? = nil, chronicle: WorkerChronicle = WorkerChronicle(),
    logger: Logger
  ) {
    self.check =
      check ?? SelfCheck(keys: keys, role: .coordinator, unserved: nil, folders: [])
    self.chronicle = chronicle
    self.actorSystem = actorSystem
    self.registry = registry
    expiryMilliseconds = min(50, registry.workers.lifeMilliseconds / 8)
    self.keys = keys
    reporter = RefusalReporter(logger: logger, keys: keys) { [chronicle] refusal, text in
      chronicle.note(refusal, because: text)
    }
    self.version = version
    self.logger = logger
  }

  /// A worker that joins from the endpoint of another takes its place.
  package distributed func join(_ record: WorkerRecord) async throws -> WorkerLease {
    let key = try require(.join)
    do {
      return try await join(record, key)
    } catch ControlError.refused(let reason) {
      let (name, endpoint) = (record.name.shortened(toBytes: 256), record.endpoint)
      let isNews = chronicle.note(.refused, of: name, key: endpoint.shortened(toBytes: 256)) {
        "may not join: \(reason)"
      }
      if isNews {
        logger.warning("A worker may not join: \(reason)", metadata: ["name": "\(name.printable)"])
      }
      throw ControlError.refused(reason)
    }
  }

  private func join(_ record: WorkerRecord, _ key: CurveKey?) async throws -> WorkerLease {
    try registry.requireKnowledge()
    expire()
    // Its key is the one that it has proved to hold, whatever it says.
    var record = record
    if let key { record.key = key.z85 }
    try CoordinatorLimits.check(record, workers: registry.workers.workers.count)
    switch try await registry.join(record, sameKeyOnly: key != nil) {
    case .taken(let id, let holder): throw taken(record.endpoint, by: id, holder)
    case .joined(let lease, let replaced):
      if let replaced {
        log(.notice, .replaced, "A worker was replaced at its endpoint.", replaced, record)
      }
      log(.info, .joined, "A worker has joined.", lease.id, record)
      return lease
    }
  }

  /// Says whether the worker is to join again, whether it is to drain, and whether it had better beat elsewhere.
  package distributed func beat(
    _ id: WorkerID, load: WorkerLoad
  ) async throws -> BeatAnswer {
    let key = try require(.join)
    expire()
    guard isOwn(id, key) else { return .unknown }
    switch try await registry.beat(id, load: load.received(atWallMilliseconds: WorkerChronicle.now))
    {
    case .known: break
    case .recovered:
      log(.notice, .recovered, "A worker that was suspected dead beats again.", id)
    case .unknown: return .unknown
    }
    return BeatAnswer(
      isKnown: true, drainMilliseconds: registry.drainLeft(id),
      isKept: registry.keeps(id) ? nil : false)
  }

  package distributed func leave(_ id: WorkerID) async throws {
    guard isOwn(id, try require(.join)) else { return }
    guard let record = try await registry.leave(id) else { return }
    log(.info, .left, "A worker has left.", id, record)
  }

  /// Throws `ControlError.refused` when there is no place, saying why.
  package distributed func place(
    _ wish: PlacementWish, avoiding avoided: [WorkerID]
  ) throws -> Placement {
    try require(.place)
    try registry.requireKnowledge()
    expire()
    try CoordinatorLimits.check(wish)
    switch registry.place(wish, avoiding: Set(avoided)) {
    case .success(let placement): return placement
    case .failure(let refusal) where wish.isPlaced == true:
      throw ControlError.refused("\(refusal)")
    case .failure(let refusal):
      logger.warning("A feature was not placed.", metadata: ["reason": "\(refusal)"])
      chronicle.note(
        .unplaced, of: wish.feature.name.shortened(toBytes: 256),
        key: refusal.remedy.shortened(toBytes: 256),
        because: { "finds no place: \(refusal.reason)" }, advice: refusal.remedy)
      throw ControlError.refused("\(refusal)")
    }
  }

  /// A client could not reach the worker, which may have joined anew since, and is then known by the life of its process.
  /// Of no consequence when it is not known.
  package distributed func report(dead former: WorkerID, life: String?) async throws {
    try require(.place)
    let id = registry.workers.id(of: former, life: life)
    guard try await registry.report(dead: id) == .suspected else { return }
    log(.warning, .suspected, "A worker is suspected dead.", id)
  }

  /// Throws `ControlError.unavailable` while it has not read its registry: to know nobody yet is no answer.
  package distributed func status() throws -> ClusterStatus {
    try require(.askStatus)
    try registry.requireKnowledge()
    expire()
    return makeStatus()
  }

  /// Returns the status, too, to a caller that may ask for it.
  package distributed func health() throws -> ClusterHealth {
    try require(.askCoordinatorHealth)
    try registry.requireKnowledge()
    expire()
    return ClusterHealth(makeStatus(), isWhole: may(.askStatus))
  }

  /// The status, for the process itself.
  func makeStatus() -> ClusterStatus { look().status }

  /// The status, and all problems, of which that has the worst.
  func look() -> (status: ClusterStatus, problems: [ClusterProblem]) {
    let now = MonotonicClock.nowMilliseconds()
    var status = ClusterStatus(
      coordinator: ClusterStatus.Coordinator(
        endpoint: actorSystem.endpoint.forPeople, processID: ProcessIdentity.processID,
        uptimeMilliseconds: now - startMilliseconds, version: version, leads: registry.isLeading),
      registry: registry.condition, workers: registry.status)
    var facts = Diagnosis.Facts(
      coordinator: status.coordinator.endpoint, registry: status.registry, workers: status.workers)
    facts.told = registry.workers.problems(atMilliseconds: now)
    facts.own = check.problems(atMilliseconds: now)
    facts.events = chronicle.events
    let problems = diagnosis.problems(
      facts, atMilliseconds: now, wallMilliseconds: WorkerChronicle.now)
    status.problems = Array(problems.prefix(CoordinatorLimits.problems))
    status.problemsLeftOut = problems.count - status.problems.count
    return (status, problems)
  }

  /// Forgets the workers that have been silent for too long, and those whose keys were revoked.
  ///
  /// It looks at each worker: at once where the keyring has changed, otherwise now and then, since calls come often.
  func expire() {
    let now = MonotonicClock.nowMilliseconds()
    let changeCount = keys?.watch.changeCount ?? 0
    guard changeCount != expiredChangeCount || now - expiredAt >= expiryMilliseconds else {
      return
    }
    if changeCount != expiredChangeCount { chronicle.endRefusals() }
    (expiredAt, expiredChangeCount) = (now, changeCount)
    let keyring = keys?.keyring
    let expiry = registry.expire { record in
      guard let keyring else { return true }
      let key = record.key.flatMap { try? CurveKey(z85: $0) }
      return key.map { keyring.has($0, .worker) } ?? false
    }
    for (id, record) in expiry.distrusted.sorted(by: { $0.key < $1.key }) {
      let reason =
        keys?.watch.failure == nil
        ? "its key was revoked" : "the coordinator's keyring cannot be read"
      log(
        .warning, .distrusted, "A worker was forgotten: \(reason).", id, record, reason: reason)
    }
    for (id, record) in expiry.silent.sorted(by: { $0.key < $1.key }) {
      log(
        .warning, .dead, "A worker is taken for dead: it has been silent for too long.", id, record)
    }
  }

  func log(
    _ level: Logger.Level, _ kind: WorkerEvent.Kind, _ message: Logger.Message, _ id: WorkerID
  ) {
    guard let record = registry.workers.workers[id]?.record else { return }
    log(level, kind, message, id, record)
  }

  private func log(
    _ level: Logger.Level, _ kind: WorkerEvent.Kind, _ message: Logger.Message, _ id: WorkerID,
    _ record: WorkerRecord, reason: String? = nil
  ) {
    chronicle.note(kind, id, record, reason: reason)
    logger.log(
      level: level, message,
      metadata: [
        "id": "\(id)", "name": "\(record.name)", "endpoint": "\(record.endpoint)",
        "processID": "\(record.processID)", "host": "\(record.hostName)",
      ])
  }
}
