/// A worker that a coordinator named.
package struct FoundWorker: Hashable, Sendable {
  /// The number under which a coordinator knows a worker: one that joins again has a higher one.
  package struct Key: Hashable, Sendable {
    /// The life of the coordinator that gave the number.
    package let coordinator: UInt64
    package let number: Int

    package init(coordinator: UInt64, number: Int) {
      self.coordinator = coordinator
      self.number = number
    }
  }

  package let key: Key
  package let name: String
  package let endpoint: String

  package init(key: Key, name: String, endpoint: String) {
    self.key = key
    self.name = name
    self.endpoint = endpoint
  }
}
