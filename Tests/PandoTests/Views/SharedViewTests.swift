import Pando
import Synchronization
import Testing

@Suite("Views of shared values", .timeLimit(.minutes(2)))
struct SharedViewTests {
  @Reducer
  struct Board {
    struct State: Equatable, Sendable {
      @Shared var score: Int
      var name = "a"
    }
    enum Action: Sendable { case up, rename(String) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .up: state.$score.withLock { $0 += 1 }
        case .rename(let name): state.name = name
        }
        return .none
      }
    }
  }

  struct PartView: StoreView {
    let store: StoreOf<Board>

    var body: Lines {
      WithViewStore(store, observe: \.score) { Lines("\($0.state)") }
    }
  }

  struct WholeView: StoreView {
    let store: StoreOf<Board>

    var body: Lines {
      WithViewStore(store, observe: { $0 }) { Lines("\($0.name) \($0.score)") }
    }
  }

  private func store(_ score: Shared<Int>) -> StoreOf<Board> {
    Store(initialState: Board.State(score: score)) { Board() }
  }

  @Test("are rendered again when somebody else changes one")
  func outsider() async {
    let score = Shared(value: 0)
    let store = store(score)
    var parts = ViewRenderer(store, view: PartView.init).makeAsyncIterator()
    var wholes = ViewRenderer(store, view: WholeView.init).makeAsyncIterator()
    #expect(await parts.next() == Lines("0"))
    #expect(await wholes.next() == Lines("a 0"))
    Task.detached { score.withLock { $0 = 7 } }
    #expect(await parts.next() == Lines("7"))
    #expect(await wholes.next() == Lines("a 7"))
    store.send(.up)
    #expect(await parts.next() == Lines("8"))
    #expect(await wholes.next() == Lines("a 8"))
  }

  @Test("are not when it is another that changes")
  func other() async {
    let score = Shared(value: 0)
    let other = Shared(value: 0)
    let store = store(score)
    let renderCount = Mutex(0)
    let renderer = ViewRenderer(store) { store in
      renderCount.withLock { $0 += 1 }
      return PartView(store: store)
    }
    var frames = renderer.makeAsyncIterator()
    #expect(await frames.next() == Lines("0"))
    Task.detached {
      for _ in 0..<100 {
        other.withLock { $0 += 1 }
        await Task.yield()
      }
      store.send(.rename("b"))
      store.send(.up)
    }
    #expect(await frames.next() == Lines("1"))
    #expect(renderCount.withLock { $0 } == 2)
  }

  @Test("end with their task, though nothing changes")
  func cancellation() async {
    let store = store(Shared(value: 0))
    let rendered = Mutex(0)
    let frames = Task {
      for await _ in ViewRenderer(store, view: PartView.init) { rendered.withLock { $0 += 1 } }
    }
    while rendered.withLock({ $0 }) == 0 { await Task.yield() }
    frames.cancel()
    await frames.value
  }
}
