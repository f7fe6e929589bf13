/// The worker that a coordinator named for a hosted feature.
package struct Placement: Hashable, Codable, Sendable {
  package let worker: WorkerID
  package let name: String
  package let endpoint: String
  /// The public key of the worker, where it is reached over a network.
  package let key: String?
  /// The life of the worker's process, where it says; the same one may have had another id before.
  package let life: String?
  /// The lanes that it has with this one; nil where no lane is to leave another worker for it.
  package let lanes: Int?
  /// The build of its program; nil where it does not say.
  package let build: BuildID?

  package init(
    worker: WorkerID, name: String, endpoint: String, key: String? = nil, life: String? = nil,
    lanes: Int? = nil, build: BuildID? = nil
  ) {
    self.worker = worker
    self.name = name
    self.endpoint = endpoint
    self.key = key
    self.life = life
    self.lanes = lanes
    self.build = build
  }

  package init(_ worker: WorkerID, _ record: WorkerRecord, lanes: Int? = nil) {
    self.init(
      worker: worker, name: record.name, endpoint: record.endpoint, key: record.key,
      life: record.life, lanes: lanes, build: record.traits.build)
  }
}
