/// The worker that a coordinator named for a hosted feature.
package struct Placement: Hashable, Codable, Sendable {
  package let worker: WorkerID
  package let name: String
  package let endpoint: String
  /// The public key of the worker, where it is reached over a network.
  package let key: String?

  package init(worker: WorkerID, name: String, endpoint: String, key: String? = nil) {
    self.worker = worker
    self.name = name
    self.endpoint = endpoint
    self.key = key
  }
}
