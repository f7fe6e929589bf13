/// Gives turns to threads that sleep for room and to tasks that are suspended for it.
///
/// Threads are woken all at once, for more room than one of them needs; entries of tasks come in one by one. Without
/// turns, the entries would take all room before there is enough to wake a thread.
package struct RoomTurns {
  /// The number of threads that sleep.
  private(set) var sleepingCount = 0
  /// The number of those that were woken and have not looked yet.
  private var wokenCount = 0
  /// True if entries come next: the last turn was that of threads.
  private var isEntriesTurn = false

  package init() {}

  /// True if a thread sleeps.
  package var areThreadsAsleep: Bool { sleepingCount > 0 }

  /// A thread goes to sleep.
  package mutating func slept() { sleepingCount += 1 }

  /// A thread that slept looks for room, woken or not.
  package mutating func looks() {
    sleepingCount -= 1
    if wokenCount > 0 { wokenCount -= 1 }
  }

  /// Returns whether the threads are to be woken now.
  ///
  /// - Parameters:
  ///   - hasRoom: True if there is enough room for threads.
  ///   - hasEntries: True if entries wait, too.
  package mutating func wakes(hasRoom: Bool, hasEntries: Bool) -> Bool {
    guard hasRoom, sleepingCount > wokenCount, !(hasEntries && isEntriesTurn) else { return false }
    wokenCount = sleepingCount
    isEntriesTurn = true
    return true
  }

  /// Returns whether an entry that waits may come in, where there is room for it.
  ///
  /// - Parameter hasRoom: True if there is enough room for threads.
  package func admitsEntries(hasRoom: Bool) -> Bool {
    sleepingCount == 0 || wokenCount == 0 && hasRoom
  }

  /// An entry came in.
  package mutating func admitted() { isEntriesTurn = false }
}
