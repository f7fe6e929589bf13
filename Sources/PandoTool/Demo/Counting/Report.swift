/// What a shard tells its parent of an assignment that it has finished.
struct Report: Codable, Equatable, Sendable {
  var counts = Counts()
  /// What could not be read, with the reason.
  var unreadable: [String] = []

  mutating func add(_ other: Report) {
    counts.add(other.counts)
    unreadable += other.unreadable
  }
}
