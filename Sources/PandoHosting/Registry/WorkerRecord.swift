/// What a worker says of itself when it joins.
package struct WorkerRecord: Hashable, Codable, Sendable {
  /// For people; it need not be unique.
  package var name: String
  /// Where clients reach it.
  package var endpoint: String
  package var processID: Int32
  package var hostName: String
  package var features: [FeatureDescriptor]

  package init(
    name: String, endpoint: String, processID: Int32, hostName: String,
    features: [FeatureDescriptor]
  ) {
    self.name = name
    self.endpoint = endpoint
    self.processID = processID
    self.hostName = hostName
    self.features = features
  }
}
