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
    /// True if a client has reported it dead, and it has not beaten since.
    package internal(set) var isSuspect = false
    /// Set while nothing is placed on it, as it is to go out of service.
    package internal(set) var drain: Drain?

    package var lanes: Int { load.lanes + placedSinceBeat }
  }

  package let lifeMilliseconds: Int
  package let beatIntervalMilliseconds: Int
  /// Names this registry's own life in the ids that it gives.
  package let incarnation: UInt64
  package internal(set) var workers: [WorkerID: Worker] = [:]
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

  mutating func nextID() -> WorkerID {
    lastNumber += 1
    return WorkerID(coordinator: incarnation, number: lastNumber)
  }
}
