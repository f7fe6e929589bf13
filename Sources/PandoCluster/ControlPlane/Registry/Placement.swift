/// Where a hosted feature is to live.
package struct Placement: Hashable, Codable, Sendable {
  package let worker: WorkerID
  package let name: String
  package let endpoint: String
}
