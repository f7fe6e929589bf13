import Foundation
import PandoTesting
import Synchronization

/// Counts in a file.
@Reducer
struct Ledger {
  struct State: Codable, Equatable, Sendable {
    @Shared var count: Int

    init(_ url: URL) {
      _count = Shared(wrappedValue: 0, .fileStorage(url))
    }
  }

  enum Action: Codable, Sendable { case add }

  /// The counts that reducers have found.
  final class Findings: Sendable {
    private let counts = Mutex<Set<Int>>([])

    var all: Set<Int> { counts.withLock { $0 } }
    func note(_ count: Int) { counts.withLock { _ = $0.insert(count) } }
  }

  let findings: Findings

  var body: some ReducerOf<Self> {
    Reduce { [findings] state, _ in
      findings.note(state.count)
      state.$count.withLock { $0 += 1 }
      return .none
    }
  }
}
