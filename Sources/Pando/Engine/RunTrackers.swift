/// The trackers of those actions of runs that need one: because somebody waits for them before they
/// commit, or because something follows their commit.
///
/// Actions leave their runs in the order of their numbers, so that one number tells which are still to
/// come.
struct RunTrackers {
  private struct Reference {
    weak var tracker: ActionTracker?
  }

  /// The number of the last action that left its run.
  private(set) var lastNumber: UInt64 = 0

  /// Of actions that are still to come: somebody waits for them, or has cancelled them.
  private var awaited: [UInt64: ActionTracker] = [:]
  /// None of those has a lower number. Nearly all actions leave before the first that somebody waits for.
  private var firstAwaited: UInt64 = .max

  /// Of actions that have left. Whatever is under way holds its tracker; nothing is left to wait for
  /// where nobody does.
  private var left: [UInt64: Reference] = [:]
  private var sizeOfNextSweep = 64

  /// Notes that an action leaves its run, and returns its tracker, if somebody waits for it already.
  @inline(__always)
  mutating func leave(_ number: UInt64) -> ActionTracker? {
    lastNumber = number
    return number < firstAwaited ? nil : takeAwaited(number)
  }

  @inline(never)
  private mutating func takeAwaited(_ number: UInt64) -> ActionTracker? {
    let tracker = awaited.removeValue(forKey: number)
    firstAwaited = awaited.isEmpty ? .max : number &+ 1
    return tracker
  }

  /// Keeps in mind the tracker of an action that has left, for those who ask by its number.
  mutating func note(_ tracker: ActionTracker, of number: UInt64) {
    if left.count >= sizeOfNextSweep {
      left = left.filter { $0.value.tracker != nil }
      sizeOfNextSweep = max(64, left.count * 2)
    }
    left[number] = Reference(tracker: tracker)
  }

  /// Returns the tracker of an action, made if it has yet to commit; nil when nothing is left to wait for.
  mutating func tracker(of number: UInt64) -> ActionTracker? {
    if number <= lastNumber { return left[number]?.tracker }
    if let tracker = awaited[number] { return tracker }
    let tracker = ActionTracker(parent: nil)
    awaited[number] = tracker
    firstAwaited = min(firstAwaited, number)
    return tracker
  }
}
