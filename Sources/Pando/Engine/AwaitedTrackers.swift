/// The trackers of the actions that somebody waits for.
///
/// Those that have finished are let go of now and then, so that nobody has to come back for that.
struct AwaitedTrackers {
  private var trackers: [ActionTracker] = []
  private var sizeOfNextSweep = 64

  /// The trackers that have not finished, and some that have.
  var all: [ActionTracker] { trackers }

  /// Notes that somebody waits. O(1) amortised.
  mutating func add(_ tracker: ActionTracker) {
    if trackers.count >= sizeOfNextSweep {
      trackers.removeAll(where: \.isFinished)
      sizeOfNextSweep = max(64, trackers.count * 2)
    }
    trackers.append(tracker)
  }

  /// Forgets all of them.
  mutating func removeAll() { trackers = [] }
}
