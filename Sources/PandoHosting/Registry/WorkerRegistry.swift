import DequeModule

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
    /// Lanes that its load does not count yet.
    var placedSinceBeat = 0
    /// True once it has told its load since it joined.
    var hasTold = false
    /// Lanes that stores were told to move here, and away, not long ago.
    var coming = 0
    var leaving = 0
    /// The number of its class in the index.
    var kind = 0
    /// The same for all coordinators, for as long as its process lives.
    let seed: UInt64

    init(record: WorkerRecord, joinedMilliseconds: Int, lastBeatMilliseconds: Int) {
      self.record = record
      self.joinedMilliseconds = joinedMilliseconds
      self.lastBeatMilliseconds = lastBeatMilliseconds
      seed = LaneGroup.seed(of: record.life ?? record.endpoint)
    }
    /// True if a client has reported it dead, and it has not beaten since.
    package internal(set) var isSuspect = false
    /// Set while nothing is placed on it, as it is to go out of service.
    package internal(set) var drain: Drain?

    package var lanes: Int { load.lanes + placedSinceBeat }
    /// The lanes that it has or is about to have.
    var expectedLanes: Int { lanes + coming }
    /// True if a lane may be placed on it.
    var takesLanes: Bool {
      !isSuspect && drain == nil
        && (record.traits.lanesAtMost.map { expectedLanes < $0 } ?? true)
    }
  }

  package let lifeMilliseconds: Int
  package let beatIntervalMilliseconds: Int
  /// Names this registry's own life in the ids that it gives.
  package let incarnation: UInt64
  package private(set) var workers: [WorkerID: Worker] = [:]
  /// The workers by endpoint, and those that take lanes.
  private var endpoints: [String: WorkerID] = [:]
  private(set) var index = PlacementIndex()
  /// The difference, beside a quarter of the lanes of the worker that has more, from which on lanes move.
  package var balanceLanes = 8
  /// Moves that stores were told of, oldest first.
  var grants: Deque<BalanceGrant> = []
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
    // One that was hidden for a while comes back under its id.
    for grant in grants {
      if grant.from == id { worker.leaving += grant.lanes }
      if grant.destination == id { worker.coming += grant.lanes }
    }
    workers[id] = worker
    endpoints[worker.record.endpoint] = id
    index.note(id, worker)
  }

  @discardableResult
  mutating func remove(_ id: WorkerID) -> Worker? {
    guard let worker = workers.removeValue(forKey: id) else { return nil }
    if endpoints[worker.record.endpoint] == id { endpoints[worker.record.endpoint] = nil }
    index.remove(id, of: worker.kind)
    return worker
  }

  /// Changes a worker that is known. O(log workers).
  mutating func change(_ id: WorkerID, _ body: (inout Worker) -> Void) {
    guard var worker = workers[id] else { return }
    body(&worker)
    workers[id] = worker
    index.note(id, worker)
  }

  mutating func nextID() -> WorkerID {
    lastNumber += 1
    return WorkerID(coordinator: incarnation, number: lastNumber)
  }
}
