import Pando
import Synchronization
import Testing

@Suite("Shared values that change while a hosted action commits", .timeLimit(.minutes(15)))
struct SharedConflictTests {
  /// Changes a value in the last moment before an answer commits.
  struct Trap: Codable, Equatable, Sendable {
    static let count = Shared(value: 0)
    private static let other = Shared(value: 0)
    private static let decodings = Mutex(0)
    private static let isArmed = Mutex(false)

    init() {}

    init(from decoder: any Decoder) throws {
      let number = Self.decodings.withLock { number in
        number += 1
        return number
      }
      // The first is the worker's, the second the store's. It compares the state once more, as some
      // shared value has changed, ...
      guard number == 2 else { return }
      Self.other.withLock { $0 += 1 }
      Self.isArmed.withLock { $0 = true }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(0)
      let isSprung = Self.isArmed.withLock { isArmed in
        defer { isArmed = false }
        return isArmed
      }
      // ... and after it has seen the count, that changes.
      if isSprung { Self.count.withLock { $0 += 10 } }
    }
  }

  @Reducer
  struct Counter {
    struct State: Codable, Equatable, Sendable {
      @Shared var count: Int
      var trap = Trap()
      var seen = 0
    }

    enum Action: Codable, Sendable { case up }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.$count.withLock { $0 += 1 }
        state.seen = state.count
        return .none
      }
    }
  }

  @Test("neither change is lost")
  func conflict() async {
    let store = Store(initialState: Counter.State(count: Trap.count)) {
      Scope(state: \.self, action: \.self) { Counter().hosted() }
    }
    await store.send(.up).finish()
    #expect(store.state.count == 11 && store.state.seen == 11)
    await store.send(.up).finish()
    #expect(store.state.count == 12 && store.state.seen == 12)
  }
}
