/// What a worker gets when it joins: its id, and how to keep it.
package struct WorkerLease: Hashable, Codable, Sendable {
  package let id: WorkerID
  /// How often to beat.
  package let beatIntervalMilliseconds: Int
  /// How long without a beat until it is taken for dead.
  package let lifeMilliseconds: Int
}
