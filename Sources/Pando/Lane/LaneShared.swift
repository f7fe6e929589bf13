/// The shared values in the state of a lane's child, as the lane knows them: they change without
/// the state.
struct LaneShared {
  /// The number of changes of shared values that there had been when the state was last found in
  /// sync.
  var changes: UInt64 = 0
  /// The encoded state before the oldest result was applied to it, while that is prepared.
  var base: [UInt8]?
  /// The shared values that the oldest result brings, while it is prepared.
  var arrivals: SharedDecoding?
  /// The number of changes that the committing thread had made when the oldest result was prepared.
  var ownChanges: UInt = 0
  /// The number of times in a row that the oldest action was reduced for nothing, because another
  /// thread changed a value that it changed.
  var conflictCount = 0

  /// A lane gives up after so many, and the action is reduced by the client.
  static let conflictsAtMost = 8

  /// True if no shared value has changed since the state was last found in sync.
  var isCurrent: Bool { SharedChanges.count == changes }

  /// True if the committing thread has changed no shared value since the oldest result was
  /// prepared.
  ///
  /// Then whatever changed was changed by other threads, while the action was being reduced. Their
  /// changes are ordered after the action, as if its reducer had read the values before: it was
  /// dispatched after everything that committed earlier.
  var isChangedByOthersOnly: Bool { SharedChanges.countOfThread == ownChanges }

  /// True if the oldest result can be written back: nobody else has changed what it changes.
  var isTimely: Bool { arrivals?.isTimely ?? true }

  /// Notes that the oldest result is about to be prepared, on an encoded state.
  mutating func prepare(on base: [UInt8]) {
    self.base = base
    ownChanges = SharedChanges.countOfThread
  }

  /// Notes that the oldest result is no longer prepared.
  mutating func unprepare() {
    arrivals = nil
    base = nil
  }

  /// Writes back what the worker changed. Returns false, and writes nothing, when somebody else has
  /// changed one of these values since the worker read it.
  ///
  /// Changes of others since then still count, so that the next action is dispatched with them.
  mutating func commit(of feature: String) -> Bool {
    guard let arrivals else { return true }
    guard let count = arrivals.commit(of: feature) else { return false }
    self.arrivals = nil
    conflictCount = 0
    changes &+= count
    return true
  }
}
