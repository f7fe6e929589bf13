/// The answer to a worker that joins: its id, and how to keep it.
package struct WorkerLease: Hashable, Codable, Sendable {
  package let id: WorkerID
  /// The interval between beats.
  package let beatIntervalMilliseconds: Int
  /// The time without a beat after which it is taken for dead.
  package let lifeMilliseconds: Int

  package init(id: WorkerID, beatIntervalMilliseconds: Int, lifeMilliseconds: Int) {
    self.id = id
    self.beatIntervalMilliseconds = beatIntervalMilliseconds
    self.lifeMilliseconds = lifeMilliseconds
  }
}
