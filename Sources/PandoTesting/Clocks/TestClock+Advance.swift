import IssueReporting
import Synchronization

extension TestClock {
  /// Moves the time on by `duration`, and returns once everybody who was due has woken and what they
  /// did at once is done.
  public func advance(by duration: Duration = .zero) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Moves the time to `deadline`, and returns once everybody who was due has woken and what they did
  /// at once is done. A moment that has passed wakes nobody.
  public func advance(to deadline: Instant) async {
    await settleBeforeMoving()
    while let continuation = unsafe sleepers.withLock({ unsafe $0.moveOn(to: deadline) }) {
      await unsafe wake(continuation, limit: deadline)
    }
    await settle(rounds: 10)
  }

  /// Moves the time on until nobody sleeps any more.
  ///
  /// - Parameter timeout: How much real time tasks may take that sleep again once they are woken. When it has passed and
  ///   somebody still sleeps, as with a timer that goes on for ever, it is reported as an issue.
  public func run(
    timeout: Swift.Duration = .milliseconds(500),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    await settleBeforeMoving()
    var spent = Swift.Duration.zero
    while let deadline = sleepers.withLock({ $0.nextDeadline }) {
      guard spent < timeout else {
        reportIssue(
          """
          "TestClock.run" gave up after \(timeout): \(sleepers.withLock { $0.count }) task(s) still \
          sleep. Cancel them first, move the time with "advance(by:)", or allow a longer "timeout".
          """,
          fileID: fileID, filePath: filePath, line: line, column: column)
        return
      }
      if let continuation = unsafe sleepers.withLock({ unsafe $0.moveOn(to: deadline) }) {
        let (count, begin) = (sleepers.withLock { $0.sleepCount }, ContinuousClock.now)
        await unsafe wake(continuation, limit: deadline)
        // One that sleeps no more was waited for in vain, which is not the time of what is tested.
        if sleepers.withLock({ $0.sleepCount }) > count { spent += begin.duration(to: .now) }
      }
    }
  }

  /// Makes sure that nobody sleeps.
  ///
  /// - Throws: ``SuspensionError``, where somebody does.
  public func checkSuspension() async throws(SuspensionError) {
    await settle(rounds: 20)
    let count = sleepers.withLock { $0.count }
    if count > 0 { throw SuspensionError(count: count) }
  }

  /// Wakes the next sleeper that is due by `deadline`; moves the time there, and returns false, where
  /// nobody is. For whoever runs the sleepers' executor by hand, and so knows when they have settled.
  package func wakeNext(by deadline: Instant) -> Bool {
    guard let continuation = unsafe sleepers.withLock({ unsafe $0.moveOn(to: deadline) }) else {
      return false
    }
    unsafe continuation.resume()
    return true
  }

  // MARK: - Settling

  /// Wakes one sleeper, and lets it go as far as it goes at once.
  private func wake(_ continuation: UnsafeContinuation<Void, Never>, limit: Instant) async {
    let count = sleepers.withLock { $0.sleepCount }
    unsafe continuation.resume()
    // It runs soon, unless its executor is busy with something else.
    await settle(forAtMost: .seconds(1)) { !$0.isWaking }
    // Mostly it falls asleep again, or has ended. Which, nobody can tell; and on a busy machine it may
    // wait for a processor meanwhile. Where nobody else is due, the time would move past its next
    // deadline.
    await settle(forAtMost: Self.shortPatience) { $0.sleepCount > count }
    await settle(forAtMost: Self.patience - Self.shortPatience) { sleepers in
      sleepers.sleepCount > count || sleepers.nextDeadline.map { $0 <= limit } ?? false
    }
    await settle(rounds: 10)
  }

  /// The longest time for which a task that was woken may fall asleep again: where nobody else is due, and where somebody is.
  private static var patience: Swift.Duration { .milliseconds(23) }
  private static var shortPatience: Swift.Duration { .milliseconds(3) }

  /// Lets tasks that were started just now fall asleep.
  private func settleBeforeMoving() async {
    await settle(rounds: 20)
    await settle(forAtMost: .milliseconds(5)) { !$0.isEmpty }
  }

  /// Lets other tasks run until `isDone`, or for some time.
  ///
  /// On a busy machine whoever was woken waits long for a processor, and so do the turns here: while there were few, the
  /// time may take ten times as long.
  private func settle(
    forAtMost patience: Swift.Duration, until isDone: (SleeperQueue<Duration>) -> Bool
  ) async {
    guard !sleepers.withLock({ isDone($0) }) else { return }
    let begin = ContinuousClock.now
    let (end, latestEnd) = (begin.advanced(by: patience), begin.advanced(by: patience * 10))
    var turnsLeft = Int(patience / Self.turn)
    var now = begin
    repeat {
      await settle(rounds: 1)
      turnsLeft -= 1
      now = .now
    } while !sleepers.withLock({ isDone($0) }) && (now < end || turnsLeft > 0 && now < latestEnd)
  }

  /// The time that a turn takes at most on a machine that is not busy.
  private static var turn: Swift.Duration { .microseconds(20) }

  /// Lets other tasks run, those of low priority too.
  private func settle(rounds: Int) async {
    await Task.detached(priority: .background) {
      for _ in 0..<rounds { await Task.yield() }
    }.value
  }
}
