import Pando
import Synchronization

/// The actions that a store accepts and commits: noted under its lock, and taken by the thread that checks them.
final class Ledger: Sendable {
  /// An action that committed, or failed, and the state that it left.
  struct Entry: Sendable {
    let action: Wood.Action
    let failure: String?
    let digest: UInt64
  }

  /// The notes since the last look.
  struct News {
    var accepted: [Wood.Action] = []
    var entries: [Entry] = []
  }

  private struct State {
    var news = News()
    var acceptedCount = 0
    var committedCount = 0
    /// When the actions of the senders were accepted that have not committed.
    var pending: [ActionMark: ContinuousClock.Instant] = [:]
    var longest = Duration.zero
  }

  private let state = Mutex(State())

  func watch(_ engine: StoreEngine<Wood.State, Wood.Action>) {
    engine.hooks.accepted = { [self] action in
      state.withLock { state in
        state.acceptedCount += 1
        state.news.accepted.append(action)
        if let mark = action.mark, mark.kind == .sent { state.pending[mark] = .now }
      }
    }
    engine.hooks.committed = { [self] state, action, _ in note(action, nil, state.digest) }
    engine.hooks.failed = { [self] state, action, reason in
      note(action, "\(reason)", state.digest)
    }
  }

  private func note(_ action: Wood.Action, _ failure: String?, _ digest: UInt64) {
    state.withLock { state in
      state.committedCount += 1
      state.news.entries.append(Entry(action: action, failure: failure, digest: digest))
      if let mark = action.mark, let since = state.pending.removeValue(forKey: mark) {
        state.longest = max(state.longest, .now - since)
      }
    }
  }

  func takeNews() -> News {
    state.withLock { state in
      defer { state.news = News() }
      return state.news
    }
  }

  /// The number of actions that were accepted, and of those that have committed.
  var counts: (accepted: Int, committed: Int) {
    state.withLock { ($0.acceptedCount, $0.committedCount) }
  }

  /// The number of actions that wait for their commit, and the time for which the first of them has.
  var pending: (count: Int, oldest: Duration) {
    state.withLock { state in
      (state.pending.count, state.pending.values.min().map { .now - $0 } ?? .zero)
    }
  }

  /// Returns the longest time between the acceptance and the commit of an action since the last look.
  func takeLongest() -> Duration {
    state.withLock { state in
      defer { state.longest = .zero }
      return state.longest
    }
  }
}
