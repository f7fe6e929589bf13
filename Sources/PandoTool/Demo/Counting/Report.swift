/// A shard's report to its parent of files that it has counted.
struct Report: Codable, Equatable, Sendable {
  var counts = Counts()
  /// The files that could not be read, with the reason.
  var unreadable: [String] = []

  mutating func add(_ other: Report) {
    counts.add(other.counts)
    unreadable += other.unreadable
  }

  /// Notes why a file, or the rest of it, is left out.
  mutating func add(_ problem: FileProblem) {
    switch problem {
    case .binary:
      counts.binaryFiles += 1
    case .unreadable(let reason):
      counts.unreadableFiles += 1
      unreadable.append(reason)
    }
  }
}
