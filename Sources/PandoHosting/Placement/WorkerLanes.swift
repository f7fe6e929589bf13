/// The number of lanes that somebody has on a worker.
package struct WorkerLanes: Hashable, Codable, Sendable {
  package let worker: WorkerID
  package let lanes: Int

  package init(worker: WorkerID, lanes: Int) {
    (self.worker, self.lanes) = (worker, lanes)
  }
}
