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

  /// Writes back what the worker changed. Changes of others since the state was found in step still
  /// count as changes.
  mutating func commit() {
    guard let arrivals else { return }
    self.arrivals = nil
    changes &+= arrivals.commit()
  }
}
