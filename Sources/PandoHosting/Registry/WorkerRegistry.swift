/// The workers that a coordinator knows.
///
/// Pure: the time is told to it, in milliseconds of any clock that does not go back. Each event is
/// a method, and returns what is to be done or answered.
package struct WorkerRegistry {
  package struct Worker: Equatable {
    package let record: WorkerRecord
    package let joinedMilliseconds: Int
    package internal(set) var lastBeatMilliseconds: Int
    package internal(set) var load = WorkerLoad.none
    /// The time of that load, where it is known.
    package internal(set) var loadMilliseconds: Int
    /// The last readings of its clock, as those of its beats that came late make it look behind.
    var clockReadings: [Int] = []
    /// Lanes that its load does not count yet.
    var placedSinceBeat = 0
    /// True once it has told its load since it joined.
    var hasTold = false
    /// The number of its class in the index.
    var kind = 0
    /// True if it takes new lanes last: it, or another worker of its host, says that it is under strain.
    var isStrained = false
    /// The same for all coordinators, for as long as its process lives.
    let seed: UInt64
    /// True if a client has reported it dead, and it has not beaten since.
    package internal(set) var isSuspect = false
    /// The time of the last such report that came here.
    var reportedMilliseconds = 0
    /// Set while nothing is placed on it, as it is to go out of service.
    package internal(set) var drain: Drain?

    init(record: WorkerRecord, joinedMilliseconds: Int, lastBeatMilliseconds: Int) {
      self.record = record
      self.joinedMilliseconds = joinedMilliseconds
      self.lastBeatMilliseconds = lastBeatMilliseconds
      loadMilliseconds = lastBeatMilliseconds
      seed = LaneGroup.seed(of: record.life ?? record.endpoint)
    }

    /// The number of beats by which a clock is judged.
    private static let clockReadingsAtLeast = 3

    /// Takes note of what it says of itself.
    mutating func note(_ new: WorkerLoad, atMilliseconds now: Int) {
      load = new.bounded
      (loadMilliseconds, placedSinceBeat, hasTold) = (now, 0, true)
    }

    /// Takes note of a beat, which has a reading of its clock. The best of the last ones counts, once there are some.
    mutating func beat(_ new: WorkerLoad, atMilliseconds now: Int) {
      note(new, atMilliseconds: now)
      guard let reading = load.clockAheadMilliseconds else { return }
      clockReadings = clockReadings.suffix(Self.clockReadingsAtLeast - 1) + [reading]
      load.clockAheadMilliseconds =
        clockReadings.count < Self.clockReadingsAtLeast ? nil : clockReadings.max()
    }

    /// The lanes that it has or is about to have.
    package var lanes: Int { load.lanes + placedSinceBeat }
    /// True if a lane may be placed on it.
    var takesLanes: Bool {
      !isSuspect && drain == nil && (record.traits.lanesAtMost.map { lanes < $0 } ?? true)
    }
  }

  private struct Host {
    var workers: Set<WorkerID> = []
    /// So many of them say that they are under strain.
    var strainedCount = 0
  }

  package let lifeMilliseconds: Int
  package let beatIntervalMilliseconds: Int
  /// Names this registry's own life in the ids that it gives.
  package let incarnation: UInt64
  package private(set) var workers: [WorkerID: Worker] = [:]
  /// The workers by endpoint and by host, and those that take lanes.
  private var endpoints: [String: WorkerID] = [:]
  private var hosts: [String: Host] = [:]
  private(set) var index = PlacementIndex()
  private var lastNumber = 0
  /// The number of lanes that were placed.
  var placedCount = 0

  package init(
    incarnation: UInt64, lifeMilliseconds: Int = 3000, beatIntervalMilliseconds: Int = 500
  ) {
    self.incarnation = incarnation
    self.lifeMilliseconds = lifeMilliseconds
    self.beatIntervalMilliseconds = beatIntervalMilliseconds
  }

  /// In the order in which they joined.
  package var sortedWorkers: [(id: WorkerID, worker: Worker)] {
    workers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Returns the worker at an endpoint.
  package func holder(of endpoint: String) -> (id: WorkerID, worker: Worker)? {
    endpoints[endpoint].flatMap { id in workers[id].map { (id, $0) } }
  }

  /// Adds a worker, in the place of one that has its id.
  mutating func add(_ id: WorkerID, _ worker: Worker) {
    remove(id)
    var worker = worker
    worker.kind = index.add(worker.record)
    workers[id] = worker
    endpoints[worker.record.endpoint] = id
    hosts[worker.record.hostName, default: Host()].workers.insert(id)
    note(id, wasStrained: false)
  }

  @discardableResult
  mutating func remove(_ id: WorkerID) -> Worker? {
    guard let worker = workers.removeValue(forKey: id) else { return nil }
    if endpoints[worker.record.endpoint] == id { endpoints[worker.record.endpoint] = nil }
    index.remove(id, of: worker.kind)
    let host = worker.record.hostName
    hosts[host]?.workers.remove(id)
    if worker.load.isStrained { countStrain(-1, of: host) }
    if hosts[host]?.workers.isEmpty == true { hosts[host] = nil }
    return worker
  }

  /// Changes a worker that is known. O(log workers), and as much for each other worker of a host that comes under
  /// strain, or is it no longer.
  mutating func change(_ id: WorkerID, _ body: (inout Worker) -> Void) {
    guard var worker = workers[id] else { return }
    let wasStrained = worker.load.isStrained
    body(&worker)
    workers[id] = worker
    note(id, wasStrained: wasStrained)
  }

  /// Has the index and the host know how a worker stands.
  private mutating func note(_ id: WorkerID, wasStrained: Bool) {
    guard let worker = workers[id] else { return }
    let host = worker.record.hostName
    if worker.load.isStrained != wasStrained { countStrain(wasStrained ? -1 : 1, of: host) }
    let isStrained = (hosts[host]?.strainedCount ?? 0) > 0
    if worker.isStrained != isStrained { workers[id]?.isStrained = isStrained }
    if let worker = workers[id] { index.note(id, worker) }
  }

  /// Counts the workers of a host that say that they are under strain. What they share is the same for all of them,
  /// and not for each to say at another moment: else new lanes would all go to the one that has not said it yet.
  private mutating func countStrain(_ difference: Int, of name: String) {
    guard var host = hosts[name] else { return }
    let wasStrained = host.strainedCount > 0
    host.strainedCount += difference
    hosts[name] = host
    let isStrained = host.strainedCount > 0
    guard isStrained != wasStrained else { return }
    for id in host.workers {
      workers[id]?.isStrained = isStrained
      if let worker = workers[id] { index.note(id, worker) }
    }
  }

  mutating func nextID() -> WorkerID {
    lastNumber += 1
    return WorkerID(coordinator: incarnation, number: lastNumber)
  }
}
