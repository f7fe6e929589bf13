import IssueReporting
import Pando
import Synchronization

/// The consequences of an action that a ``TestStore`` sent.
public struct TestStoreTask: Sendable {
  private let work: (any TestStoreWork)?
  private let timeout: Duration

  init<State, Action>(_ action: TrackedAction?, _ store: TestStore<State, Action>) {
    work = action.map { Work(action: $0, watch: store.watch) }
    timeout = store.timeout
  }

  /// Cancels every effect that the action led to, and waits for their end.
  public func cancel() async {
    guard let work else { return }
    work.cancel()
    _ = await work.finish(until: .now + timeout)
  }

  /// Waits until every effect that the action led to has ended; it is a failure if that takes too
  /// long.
  ///
  /// - Parameter timeout: How long it may take; nil for the store's own.
  public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let timeout = timeout ?? self.timeout
    guard let work, await !work.finish(until: .now + timeout) else { return }
    reportIssue(
      """
      Expected task to finish, but it is still in-flight \(endOfWait(of: timeout)).

      If one waits for a clock of the test, advance the clock far enough. If one runs for as long \
      as its feature is there, send the action that cancels it, or cancel this task.
      """,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// True if ``cancel()`` was called.
  public var isCancelled: Bool { work?.isCancelled ?? false }
}

/// The work of an action, whatever the types of its store.
private protocol TestStoreWork: Sendable {
  var isCancelled: Bool { get }
  func cancel()
  /// Returns false when the work takes until the deadline.
  func finish(until deadline: ContinuousClock.Instant) async -> Bool
}

private final class Work<State: Equatable & Sendable, Action: Sendable>: TestStoreWork {
  private let action: TrackedAction
  private let watch: CommitWatch<State, Action>
  private let cancelled = Mutex(false)

  init(action: TrackedAction, watch: CommitWatch<State, Action>) {
    self.action = action
    self.watch = watch
  }

  var isCancelled: Bool { cancelled.withLock { $0 } }

  func cancel() {
    cancelled.withLock { $0 = true }
    watch.engine.cancel(SentAction(action.tracker))
  }

  func finish(until deadline: ContinuousClock.Instant) async -> Bool {
    let isFinished = await watch.wait(until: deadline) { [action] in
      action.tracker.isFinished
    }
    await watch.settle(until: deadline)
    return isFinished
  }
}

/// Returns when a wait has ended: once its time is over, or before, where the test's task was cancelled.
func endOfWait(of timeout: Duration) -> String {
  Task.isCancelled ? "when the test's task was cancelled" : "after \(timeout)"
}
