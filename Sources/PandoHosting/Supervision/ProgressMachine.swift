/// A client's view of how a worker gets on with what it was given.
///
/// A worker answers pings whatever it reduces, so that life says nothing of progress. A checkpoint is
/// answered by the thread that reduces, after all that was sent before. A worker hangs when it owes one
/// and nothing has come of its reducers for longer than its features allow. A worker that is in order
/// notices that itself, feature by feature, and ends; so it is given a while longer than that.
///
/// Pure: time arrives with the events, in milliseconds of a clock that never goes back.
package struct ProgressMachine: Hashable {
  package enum Directive: Hashable {
    /// Send a checkpoint with this number.
    case ask(UInt64)
    /// The worker has stood still for so long.
    case hangs(milliseconds: Int)
  }

  private let graceMilliseconds: Int
  private var timeoutMilliseconds = 0
  private var asked: UInt64 = 0
  private var reachedNumber: UInt64 = 0
  private var hasProgressed = false
  private var quietSince: Int?

  /// - Parameter graceMilliseconds: How much longer than the longest time-out the worker may take.
  package init(graceMilliseconds: Int = 2_000) {
    self.graceMilliseconds = graceMilliseconds
  }

  /// Lets an action take so long, if not longer already.
  package mutating func allow(_ milliseconds: Int) {
    timeoutMilliseconds = max(timeoutMilliseconds, milliseconds)
  }

  /// Something came of the worker's reducers.
  package mutating func noteProgress() { hasProgressed = true }

  /// The worker has come as far as a checkpoint. Numbers that were not asked for say nothing.
  ///
  /// - Returns: Whether it was asked for, and is the last that was.
  @discardableResult
  package mutating func reached(_ number: UInt64) -> Bool {
    guard number <= asked, number > reachedNumber else { return false }
    reachedNumber = number
    hasProgressed = true
    return number == asked
  }

  /// - Parameter hasWork: Whether anything was sent since the last checkpoint.
  package mutating func tick(nowMilliseconds now: Int, hasWork: Bool) -> Directive? {
    if reachedNumber == asked {
      quietSince = nil
      hasProgressed = false
      guard hasWork else { return nil }
      asked += 1
      quietSince = now
      return .ask(asked)
    }
    guard let since = quietSince, !hasProgressed else {
      hasProgressed = false
      quietSince = now
      return nil
    }
    return now - since > timeoutMilliseconds + graceMilliseconds
      ? .hangs(milliseconds: now - since) : nil
  }
}
