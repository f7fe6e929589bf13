import Pando
import Synchronization
import Testing

@Suite("Views of shared values", .timeLimit(.minutes(15)))
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

  @Reducer
  struct Table {
    struct State: Equatable, Sendable {
      var rows: IdentifiedArrayOf<Row>

      struct Row: Equatable, Identifiable, Sendable {
        let id: Int
        @Shared var score: Int
      }
    }
    enum Action: Sendable { case nothing }

    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  struct TableView: StoreView {
    let store: StoreOf<Table>

    var body: Lines {
      WithViewStore(store, observe: { $0 }) { viewStore in
        for row in viewStore.rows { Lines("\(row.id): \(row.score)") }
      }
    }
  }

  @Test("are rendered again when one inside a collection changes")
  func rows() async {
    let scores = [Shared(value: 0), Shared(value: 0)]
    let rows = scores.enumerated().map { Table.State.Row(id: $0, score: $1) }
    let store = Store(initialState: Table.State(rows: IdentifiedArray(uniqueElements: rows))) {
      Table()
    }
    var frames = ViewRenderer(store, view: TableView.init).makeAsyncIterator()
    #expect(await frames.next() == Lines("0: 0", "1: 0"))
    Task.detached { scores[1].withLock { $0 = 7 } }
    #expect(await frames.next() == Lines("0: 0", "1: 7"))
  }

  @Test("end with their store, though nothing changes")
  func stop() async {
    let store = store(Shared(value: 0))
    let isRendered = Atomic(false)
    let isRead = Atomic(false)
    let frames = Task {
      for await _ in ViewRenderer(store, view: PartView.init) {
        isRendered.store(true, ordering: .relaxed)
      }
    }
    let states = Task {
      for await _ in store.states { isRead.store(true, ordering: .relaxed) }
    }
    while !isRendered.load(ordering: .relaxed) || !isRead.load(ordering: .relaxed) {
      await Task.yield()
    }
    // Long enough for both to wait; when not, they end all the more.
    for _ in 0..<100 { await Task.yield() }
    await store.stop()
    await frames.value
    await states.value
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
