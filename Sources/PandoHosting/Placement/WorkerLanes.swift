/// The number of lanes that somebody has on a worker.
package struct WorkerLanes: Hashable, Codable, Sendable {
  /// The id by which the one who asks knows the worker.
  package let worker: WorkerID
  package let lanes: Int
  /// The life of the worker's process, by which it is known where that id is of the time before it joined anew.
  package let life: String?

  package init(worker: WorkerID, lanes: Int, life: String? = nil) {
    (self.worker, self.lanes, self.life) = (worker, lanes, life)
  }
}
