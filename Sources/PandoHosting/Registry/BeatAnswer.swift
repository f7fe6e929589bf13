/// The answer to the beat of a worker.
package struct BeatAnswer: Hashable, Codable, Sendable {
  /// False tells the worker to join again.
  package let isKnown: Bool
  /// The time that effects may still take where the worker is to drain; nil where it is to host lanes.
  package let drainMilliseconds: Int?
  /// False where the coordinator could not have the worker's lease renewed lately, which another coordinator may;
  /// nil where it could.
  package let isKept: Bool?

  package init(isKnown: Bool, drainMilliseconds: Int? = nil, isKept: Bool? = nil) {
    self.isKnown = isKnown
    self.drainMilliseconds = drainMilliseconds
    self.isKept = isKept
  }

  package static let unknown = BeatAnswer(isKnown: false)
}
