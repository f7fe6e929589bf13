/// What a lane knows of the shared values in its child's state, which change without the state.
struct LaneShared {
  /// How many changes of shared values there had been when the state was last found in step.
  var changes: UInt64 = 0
  /// The encoded state before the oldest result was applied to it, while that is prepared.
  var base: [UInt8]?
  /// What the oldest result brings.
  var arrivals: SharedDecoding?

  /// Whether no shared value has changed since.
  var isCurrent: Bool { SharedChanges.count == changes }

  /// Writes back what the worker changed; returns false, and writes nothing, when somebody else has
  /// changed it since the state was found in step. Other changes since then still count as changes.
  mutating func commit(of feature: String) -> Bool {
    guard let arrivals else { return true }
    guard let count = arrivals.commit(of: feature) else { return false }
    self.arrivals = nil
    changes &+= count
    return true
  }
}
