/// The answer to the beat of a worker.
package struct BeatAnswer: Hashable, Codable, Sendable {
  /// False tells the worker to join again.
  package let isKnown: Bool
  /// The time that effects may still take where the worker is to drain; nil where it is to host lanes.
  package let drainMilliseconds: Int?

  package init(isKnown: Bool, drainMilliseconds: Int? = nil) {
    self.isKnown = isKnown
    self.drainMilliseconds = drainMilliseconds
  }

  package static let unknown = BeatAnswer(isKnown: false)
}
