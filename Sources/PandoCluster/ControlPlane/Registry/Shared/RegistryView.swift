import PandoHosting

/// The knowledge that a coordinator has of a shared registry, from a snapshot and the changes that follow it.
///
/// Pure: the entries and the clocks are told to it.
struct RegistryView {
  struct Worker: Equatable {
    let id: WorkerID
    let record: WorkerRecord
    let lease: Int64
    let joinedMilliseconds: Int64
    /// True while this coordinator's keyring does not trust it.
    var isHidden = false
  }

  struct Coordinator: Equatable {
    let card: CoordinatorCard
    /// The revision at which it came. None that comes later has an earlier one.
    let created: Int64
  }

  /// The name of the registry, which one that has lost everything does not have again.
  struct Incarnation: Equatable {
    let number: UInt64

    init(number: UInt64) {
      self.number = number
    }

    /// Nil where a value is none.
    init?(_ value: [UInt8]) {
      guard let text = RegistryJSON.decode(String.self, value), let number = UInt64(text, radix: 16)
      else { return nil }
      self.number = number
    }

    var value: [UInt8] { RegistryJSON.encode(String(number, radix: 16)) }
  }

  let layout: RegistryLayout
  /// Names the life of this coordinator in what it writes; another one may have the same endpoint.
  var own = ""
  /// The workers that are shown, with what was placed on them from here.
  var registry: WorkerRegistry
  private(set) var incarnation: Incarnation?
  private(set) var revision: Int64 = 0
  /// By endpoint, hidden ones too.
  var workers: [String: Worker] = [:]
  private(set) var endpoints: [Int: String] = [:]
  /// The endpoints of the workers, by their leases.
  private var leaseholders: [Int64: String] = [:]
  private(set) var loads: [Int: WorkerLoad] = [:]
  private(set) var suspects: Set<Int> = []
  /// By the leases of the workers: a worker that joins has one before it has a number.
  private(set) var drains: [Int64: DrainDocument] = [:]
  /// By their leases.
  private(set) var coordinators: [Int64: Coordinator] = [:]
  private(set) var features: Set<FeatureDescriptor> = []
  /// The keys that are there, with the revisions of their last writes.
  private var modified: [String: Int64] = [:]
  /// The workers that are gone, and were not asked for yet.
  private var departed: [WorkerID: WorkerRecord] = [:]
  /// The workers that are gone without a word, and when they beat here last.
  private var unheard: [WorkerID: (record: WorkerRecord, beatAt: Int)] = [:]
  /// The workers that beat here: of their loads nobody knows better.
  private var beats: [Int: Int] = [:]

  init(layout: RegistryLayout, settings: RegistrySettings) {
    self.layout = layout
    registry = WorkerRegistry(
      incarnation: 0, lifeMilliseconds: settings.lifeMilliseconds,
      beatIntervalMilliseconds: settings.beatIntervalMilliseconds)
  }

  /// Returns the worker with an id.
  func worker(_ id: WorkerID) -> Worker? {
    guard let endpoint = endpoints[id.number], let worker = workers[endpoint], worker.id == id
    else {
      return nil
    }
    return worker
  }

  /// Returns the revision of a key's last write; 0 where it is not there.
  func revision(of key: String) -> Int64 { modified[key] ?? 0 }

  /// Takes over a snapshot: what is not in it is gone.
  mutating func reset(_ snapshot: RegistrySnapshot, _ clock: RegistryClock) {
    let old = modified
    // Ids begin with the registry's own name.
    let name = layout.text(.incarnation)
    let entries =
      snapshot.entries.filter { $0.key == name } + snapshot.entries.filter { $0.key != name }
    let isNew = incarnation == nil || Incarnation(entries.first?.value ?? []) != incarnation
    let keys = Set(entries.map(\.key))
    for key in old.keys where isNew || !keys.contains(key) { delete(key) }
    for entry in entries where modified[entry.key] != entry.modified { put(entry, clock) }
    revision = snapshot.revision
  }

  /// Takes over what a coordinator has written itself, which it knows before the store tells of it. What is older than
  /// what is known of its key is left out, and so is what the store has told of already: the key may have been
  /// deleted since.
  mutating func apply(_ changes: [RegistryEvents.Change], _ clock: RegistryClock) {
    apply(changes, clock, after: revision)
  }

  private mutating func apply(
    _ changes: [RegistryEvents.Change], _ clock: RegistryClock, after revision: Int64
  ) {
    for change in changes {
      switch change {
      case .put(let entry):
        let isNews = modified[entry.key].map { $0 < entry.modified } ?? (entry.modified > revision)
        if isNews { put(entry, clock) }
      case .deleted(let key, let revision):
        if let known = modified[key], known < revision { delete(key) }
      }
    }
  }

  /// Takes over what the store tells of.
  mutating func apply(_ events: RegistryEvents, _ clock: RegistryClock) {
    apply(events.changes, clock, after: .min)
    revision = max(revision, events.revision)
  }

  /// Forgets a worker whose lease is over.
  mutating func forget(_ id: WorkerID) {
    guard let worker = worker(id) else { return }
    delete(layout.text(.worker(endpoint: worker.record.endpoint)))
    unheard[id] = nil
  }

  /// Notes a beat that came to this coordinator.
  mutating func beat(
    _ id: WorkerID, load: WorkerLoad, atMilliseconds now: Int
  ) -> WorkerRegistry.Beat {
    guard worker(id) != nil else { return .unknown }
    beats[id.number] = now
    return registry.beat(id, load: load, atMilliseconds: now)
  }

  /// Takes the workers that are gone since the last time.
  mutating func takeDeparted() -> [WorkerID: WorkerRecord] {
    defer { departed = [:] }
    return departed
  }

  /// Takes the workers that are gone since the last time and had beaten here, not long ago, and did not say that they go.
  mutating func takeSilent(_ clock: RegistryClock) -> [WorkerID: WorkerRecord] {
    defer { unheard = [:] }
    let least = 2 * registry.beatIntervalMilliseconds
    let most = registry.lifeMilliseconds + Self.leaseDelayMilliseconds
    return unheard.filter { (least...most).contains(clock.nowMilliseconds - $0.value.beatAt) }
      .mapValues { $0.record }
  }

  /// The time that a store may take to end a lease that is over, and to tell of it.
  private static let leaseDelayMilliseconds = 10_000

  /// Notes that those that beat elsewhere are there still.
  mutating func keepOthers(_ clock: RegistryClock) {
    // A list of its own: else the first change would copy all workers.
    for id in registry.workers.keys.filter({ !beatsHere($0.number, clock) }) {
      registry.keep(
        id, isSuspect: suspects.contains(id.number), atMilliseconds: clock.nowMilliseconds)
    }
  }

  /// Shows the workers that are trusted and no others; returns those that are shown no longer.
  mutating func show(
    _ clock: RegistryClock, where isTrusted: (WorkerRecord) -> Bool
  ) -> [WorkerID: WorkerRecord] {
    var hidden: [WorkerID: WorkerRecord] = [:]
    for (endpoint, worker) in workers where worker.isHidden == isTrusted(worker.record) {
      workers[endpoint]?.isHidden.toggle()
      if worker.isHidden {
        show(worker, clock)
      } else {
        hidden[worker.id] = registry.leave(worker.id)
      }
    }
    return hidden
  }

  private mutating func put(_ entry: RegistryEntry, _ clock: RegistryClock) {
    modified[entry.key] = entry.modified
    switch layout.key(entry.key) {
    case .incarnation:
      incarnation = Incarnation(entry.value)
    case .coordinator(let lease):
      coordinators[lease] = RegistryJSON.decode(CoordinatorCard.self, entry.value).map {
        Coordinator(card: $0, created: entry.created)
      }
    case .worker(let endpoint): put(entry, at: endpoint, clock)
    case .load(let number):
      guard let load = RegistryJSON.decode(LoadDocument.self, entry.value)?.load else { return }
      loads[number] = load
      if let id = id(number), !beatsHere(number, clock) {
        registry.note(load, of: id, atMilliseconds: clock.nowMilliseconds)
      }
    case .suspect(let number):
      suspects.insert(number)
      // Of what was reported here it was told before, and the worker may have beaten since.
      let document = RegistryJSON.decode(SuspectDocument.self, entry.value)
      if let id = id(number), document?.life != own {
        registry.note(isSuspect: true, of: id)
      }
    case .drain(let lease):
      drains[lease] = RegistryJSON.decode(DrainDocument.self, entry.value)
      noteDrain(lease, clock)
    case .feature(let feature): features.insert(feature)
    case .unknown: break
    }
  }

  private mutating func put(_ entry: RegistryEntry, at endpoint: String, _ clock: RegistryClock) {
    forgetWorker(at: endpoint, isReplaced: true)
    guard let document = RegistryJSON.decode(WorkerDocument.self, entry.value),
      document.worker.endpoint == endpoint, let incarnation
    else { return }
    let number = Int(entry.modified)
    let worker = Worker(
      id: WorkerID(coordinator: incarnation.number, number: number), record: document.worker,
      lease: entry.lease, joinedMilliseconds: document.joinedMilliseconds)
    workers[endpoint] = worker
    endpoints[number] = endpoint
    leaseholders[entry.lease] = endpoint
    show(worker, clock)
  }

  private mutating func show(_ worker: Worker, _ clock: RegistryClock) {
    let joined = min(max(0, worker.joinedMilliseconds), clock.wallMilliseconds)
    let age = clock.wallMilliseconds - joined
    registry.show(
      worker.id, worker.record, load: loads[worker.id.number],
      isSuspect: suspects.contains(worker.id.number), joined: clock.nowMilliseconds - Int(age),
      atMilliseconds: clock.nowMilliseconds)
    noteDrain(worker.lease, clock)
  }

  /// Has the registry know how the worker with a lease drains, by the clock of the registry.
  private mutating func noteDrain(_ lease: Int64, _ clock: RegistryClock) {
    guard let worker = worker(under: lease) else { return }
    let drain = drains[lease].map { document in
      WorkerRegistry.Drain(
        deadlineMilliseconds: clock.nowMilliseconds + document.leftMilliseconds(clock),
        isEnding: document.isEnding)
    }
    registry.note(drain: drain, of: worker.id)
  }

  private func worker(under lease: Int64) -> Worker? {
    leaseholders[lease].flatMap { workers[$0] }
  }

  private mutating func delete(_ key: String) {
    modified[key] = nil
    switch layout.key(key) {
    case .incarnation: incarnation = nil
    case .coordinator(let lease): coordinators[lease] = nil
    case .worker(let endpoint): forgetWorker(at: endpoint)
    case .load(let number): loads[number] = nil
    case .suspect(let number):
      suspects.remove(number)
      if let id = id(number) { registry.note(isSuspect: false, of: id) }
    case .drain(let lease):
      drains[lease] = nil
      if let worker = worker(under: lease) { registry.note(drain: nil, of: worker.id) }
    case .feature(let feature): features.remove(feature)
    case .unknown: break
    }
  }

  private mutating func forgetWorker(at endpoint: String, isReplaced: Bool = false) {
    guard let worker = workers.removeValue(forKey: endpoint) else { return }
    endpoints[worker.id.number] = nil
    if leaseholders[worker.lease] == endpoint { leaseholders[worker.lease] = nil }
    if let beatAt = beats.removeValue(forKey: worker.id.number), !isReplaced,
      registry.workers[worker.id]?.drain?.isEnding != true
    {
      unheard[worker.id] = (worker.record, beatAt)
    }
    departed[worker.id] = worker.record
    registry.leave(worker.id)
  }

  private func id(_ number: Int) -> WorkerID? { endpoints[number].flatMap { workers[$0]?.id } }

  func beatsHere(_ number: Int, _ clock: RegistryClock) -> Bool {
    beats[number].map { clock.nowMilliseconds - $0 <= registry.lifeMilliseconds } ?? false
  }
}
