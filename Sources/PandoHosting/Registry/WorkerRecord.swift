/// The description that a worker gives of itself when it joins.
package struct WorkerRecord: Hashable, Codable, Sendable {
  /// For people; it need not be unique.
  package var name: String
  /// Where clients reach it.
  package var endpoint: String
  package var processID: Int32
  package var hostName: String
  package var features: [FeatureDescriptor]
  /// The public key that clients find at its endpoint; nil where it is ipc. A coordinator that knows the
  /// worker by a key puts that here.
  package var key: String?
  /// Its labels and its limit, for placement.
  package var traits = WorkerTraits.none
  /// Set where it drains already.
  package var drain: DrainLeft?
  /// Names the life of its process, so that one that joins anew is known to be the same; nil where it does
  /// not say.
  package var life: String?

  package init(
    name: String, endpoint: String, processID: Int32, hostName: String,
    features: [FeatureDescriptor], key: String? = nil, life: String? = nil
  ) {
    self.name = name
    self.endpoint = endpoint
    self.processID = processID
    self.hostName = hostName
    self.features = features
    self.key = key
    self.life = life
  }
}
