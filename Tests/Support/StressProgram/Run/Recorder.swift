import Pando

/// Notes what a store accepts and commits. The store's lock keeps the calls apart; it is read once the
/// store has stopped.
final class Recorder: @unchecked Sendable {
  // Touched by the store's hooks, which are called with its lock held, and after the run.
  private(set) var accepted: [Root.Action] = []
  private(set) var entries: [Entry] = []

  /// An action that committed, or failed.
  struct Entry {
    let action: Root.Action
    /// Nil where it committed.
    let failure: HostedFailureReason?
    /// True if another action's commit gave rise to it.
    let isFollowUp: Bool
    /// The state that it left.
    let digest: UInt64
    let nanoseconds: UInt64
  }

  func watch(_ engine: StoreEngine<Root.State, Root.Action>) {
    engine.hooks.accepted = { [unowned self] in accepted.append($0) }
    engine.hooks.committed = { [unowned self] state, action, isFollowUp in
      note(state, action, nil, isFollowUp)
    }
    engine.hooks.failed = { [unowned self] state, action, reason in
      note(state, action, reason, false)
    }
  }

  private func note(
    _ state: Root.State, _ action: Root.Action, _ failure: HostedFailureReason?, _ isFollowUp: Bool
  ) {
    entries.append(
      Entry(
        action: action, failure: failure, isFollowUp: isFollowUp, digest: state.digest,
        nanoseconds: monotonicNanoseconds()))
  }
}
