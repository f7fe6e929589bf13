import Pando
import Testing

@Suite("Shared values in observable state")
struct ObservedSharedTests {
  @Reducer
  struct Scores {
    @ObservableState
    struct State: Codable, Equatable, Sendable {
      var title = ""
      @Shared var score: Int
      @SharedReader var best: Int
    }
    enum Action: Codable, Sendable { case up, title(String) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .up: state.$score.withLock { $0 += 1 }
        case .title(let title): state.title = title
        }
        return .none
      }
    }
  }

  /// Has nothing to observe, and nothing to encode.
  @ObservableState
  struct Nothing: Codable, Equatable, Sendable {}

  @Test("are observed by themselves", arguments: [false, true])
  func shared(isHosted: Bool) async {
    let score = Shared(value: 0)
    let best = Shared(value: 9)
    let state = Scores.State(score: score, best: SharedReader(best))
    let store = Store(initialState: state) {
      Scope(state: \.self, action: \.self) {
        if isHosted { Scores().hosted() } else { Scores() }
      }
    }
    let shown = Watch { store.score }
    let title = Watch { store.title }
    await store.send(.up).finish()
    #expect(store.score == 1)
    await eventually { shown.takeCount() == 1 }
    #expect(title.takeCount() == 0)
    await store.send(.title("a")).finish()
    #expect(title.takeCount() == 1)
    best.withLock { $0 = 10 }
    #expect(store.best == 10)
  }

  @Test("state without properties may be observable and codable")
  func nothing() throws {
    let bytes = try WireEncoder.encode(Nothing())
    #expect(try WireDecoder.decode(Nothing.self, from: bytes) == Nothing())
  }
}
