/// The worker that a coordinator named for a hosted feature.
package struct Placement: Hashable, Codable, Sendable {
  package let worker: WorkerID
  package let name: String
  package let endpoint: String

  package init(worker: WorkerID, name: String, endpoint: String) {
    self.worker = worker
    self.name = name
    self.endpoint = endpoint
  }
}
