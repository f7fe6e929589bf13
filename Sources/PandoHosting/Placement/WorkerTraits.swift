/// The properties of a worker that placement goes by, beside its features.
package struct WorkerTraits: Hashable, Codable, Sendable {
  /// The words by which children ask for it.
  package var labels: Set<String>
  /// The number of children that it is to have at most; nil for any.
  package var lanesAtMost: Int?

  package init(labels: some Sequence<String> = [], lanesAtMost: Int? = nil) {
    self.labels = Set(labels)
    self.lanesAtMost = lanesAtMost
  }

  package static let none = WorkerTraits()

  package func has(_ labels: [String]) -> Bool { labels.allSatisfy(self.labels.contains) }
}
