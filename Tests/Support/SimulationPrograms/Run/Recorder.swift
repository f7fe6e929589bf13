import IssueReporting
import Pando
import PandoHosting
import Synchronization

/// Notes commits as they happen; only the thread that holds the store's lock comes here.
final class Recorder: @unchecked Sendable {
  // Touched by the store's hooks, which the store's lock keeps apart, and read after the run.
  var commits: [Record.Commit] = []
  /// The committed actions that no other action's commit gave rise to, in order.
  var accepted: [Root.Action] = []
  /// The actions that committed, with effect or without, in order.
  private(set) var ended: [Root.Action] = []
  /// The way in which each of them did.
  private var kinds: [Kind] = []
  /// The actions that committed without effect, and why.
  var failures: [(action: Root.Action, reason: HostedFailureReason)] = []
  /// The states that commits left, with effect or without, in order.
  private(set) var states: [Root.State] = []
  let warnings = Mutex<[String]>([])

  private enum Kind { case accepted, followUp, failed }

  init() {}

  /// The record of a store which goes on behind the first commits of another one's.
  init(_ past: Recorder, upTo count: Int) {
    kinds = Array(past.kinds.prefix(count))
    let failureCount = kinds.count { $0 == .failed }
    commits = Array(past.commits.prefix(count - failureCount))
    accepted = Array(past.accepted.prefix(kinds.count { $0 == .accepted }))
    failures = Array(past.failures.prefix(failureCount))
    ended = Array(past.ended.prefix(count))
    states = Array(past.states.prefix(count))
  }

  func watch(_ engine: StoreEngine<Root.State, Root.Action>) {
    engine.hooks.committed = { [unowned self] state, action, isFollowUp in
      commits.append(Record.Commit(action: action, state: state))
      if !isFollowUp { accepted.append(action) }
      kinds.append(isFollowUp ? .followUp : .accepted)
      ended.append(action)
      states.append(state)
    }
    engine.hooks.failed = { [unowned self] state, action, reason in
      failures.append((action, reason))
      kinds.append(.failed)
      ended.append(action)
      states.append(state)
    }
  }
}

extension Recorder: IssueReporter {
  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) {
    let message = message() ?? ""
    warnings.withLock { $0.append(message) }
  }
}
