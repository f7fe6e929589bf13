import Pando
import PandoTesting
import Testing

@Suite("States with shared values, compared by a test")
struct SharedComparisonTests {
  /// Where all that changes lies in collections, which a copy of the state has in common with it.
  @Reducer
  struct Shelf {
    struct State: Equatable, Sendable {
      var rows: IdentifiedArray<Int, TallyRow.State>
      var list: [TallyRow.State] = []
      var byName: [String: TallyRow.State] = [:]
      var own: [Shared<Int>?] = []
    }

    enum Action: Equatable, Sendable {
      case row(IdentifiedAction<Int, TallyRow.Action>)
      case list, byName, own
    }

    let isHosted: Bool

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .row: break
        case .list: state.list[0].$count.withLock { $0 += 1 }
        case .byName: state.byName["b"]?.$count.withLock { $0 += 1 }
        case .own: state.own[0]?.withLock { $0 += 1 }
        }
        return .none
      }
      .forEach(\.rows, action: \.row) {
        if isHosted { TallyRow().hosted() } else { TallyRow() }
      }
    }
  }

  private func counter(_ id: Int) -> TallyRow.State {
    TallyRow.State(id: id, count: Shared(value: 0))
  }

  private func makeShelf(_ place: Place) -> TestStoreOf<Shelf> {
    TestStore(
      initialState: Shelf.State(
        rows: [counter(0), counter(1)], list: [counter(0), counter(1)],
        byName: ["a": counter(0), "b": counter(1)], own: [Shared(value: 0), nil])
    ) {
      Shelf(isHosted: place == .hosted)
    }
  }

  @Test("A change in elements of a collection is asserted", arguments: Place.allCases)
  func elements(_ place: Place) async {
    let store = makeShelf(place)
    await store.send(.row(.element(id: 1, action: .up))) {
      $0.rows[id: 1]?.$count.withLock { $0 = 1 }
    }
    await store.send(.list) { $0.list[0].$count.withLock { $0 = 1 } }
    await store.send(.byName) { $0.byName["b"]?.$count.withLock { $0 = 1 } }
    await store.send(.own) { $0.own[0]?.withLock { $0 = 1 } }
    await store.send(.row(.element(id: 1, action: .look)))
  }

  @Test("A change in elements that the test does not mention fails", arguments: Place.allCases)
  func unexpectedInElements(_ place: Place) async {
    let texts = await failures {
      let store = makeShelf(place)
      await store.send(.row(.element(id: 1, action: .up)))
      await store.send(.list)
      await store.send(.byName)
      await store.send(.own)
      await store.send(.row(.element(id: 1, action: .look)))
    }
    #expect(texts.count == 4)
    for (text, name) in zip(texts, ["rows: [", "list: [", "byName: [", "own: ["]) {
      #expect(text.hasPrefix("State was not expected to change, but a change occurred:"))
      #expect(text.contains("\u{2007}   \(name)"))
      #expect(text.split(separator: "\n").count { $0.hasPrefix("  +") } == 1)
    }
  }

  @Test("Another value in elements than that of the test fails", arguments: Place.allCases)
  func mismatchInElements(_ place: Place) async {
    let texts = await failures {
      let store = makeShelf(place)
      await store.send(.list) { $0.list[0].$count.withLock { $0 = 3 } }
      await store.send(.list) { $0.list[0].$count.withLock { $0 = 1 } }
    }
    #expect(texts.count == 2)
    #expect(texts.first?.contains("\u{2212}       _count: 3") == true)
    #expect(texts.last?.contains("\u{2212}       _count: 1") == true)
  }

  @Test("Another property in the place of the first is compared by its value")
  func replaced() async {
    let store = Place.here.makeTally()
    await store.send(.replace) { $0.$board = Shared(value: Tally.Board(title: "other")) }
    let texts = await failures {
      let store = Place.here.makeTally()
      await store.send(.replace) { $0.$board.withLock { $0.count = 1 } }
    }
    #expect(texts.count == 1)
    #expect(texts.first?.contains("+     title: \"other\"") == true)
  }

  @Test("A shared value that is there at times is what it was, for a test that looks back")
  func atTimes() async {
    let board = Shared(value: Tally.Board())
    let store = Place.here.makeTally(board)
    board.withLock { $0.best = 1 }
    store.assert { $0.$board.withLock { $0.best = 1 } }
    let best = Shared(board.best)
    board.withLock { $0.best = 2 }
    store.assert {
      #expect(best?.wrappedValue == 1)
      $0.$board.withLock { $0.best = 2 }
    }
    #expect(best?.wrappedValue == 2)
    board.withLock { $0.best = 3 }
    #expect(best?.wrappedValue == 3)
    store.assert {
      #expect(best?.wrappedValue == 2)
      $0.$board.withLock { $0.best = 3 }
    }
    // A look back takes nothing back.
    board.withLock { $0.best = nil }
    #expect(best?.wrappedValue == 3)
    store.assert { $0.$board.withLock { $0.best = nil } }
  }

  @Test("Tests that run at the same time see their own values")
  func atOnce() async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let store = Place.here.makeTally()
          for count in 1...20 {
            await store.send(.row(.element(id: 0, action: .up))) {
              $0.$board.withLock { $0.count = count }
            }
          }
        }
      }
    }
  }

  @Reducer
  struct Probe {
    struct State: Equatable, Sendable {
      @Shared var count: Int
      var samples: [Double] = [.nan]
      var words: [Word] = [Word(text: "a")]

      struct Word: Equatable, Sendable {
        var text: String
        var isRead = false
        static func == (left: Word, right: Word) -> Bool { false }
      }
    }
    enum Action: Sendable { case up }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.$count.withLock { $0 += 1 }
        return .none
      }
    }
  }

  @Test("elements that share nothing count as their collection says, equal to themselves or not")
  func unequalElements() async {
    let store = TestStore(initialState: Probe.State(count: Shared(value: 0))) { Probe() }
    await store.send(.up) { $0.$count.withLock { $0 = 1 } }
  }

  @Reducer
  struct Badge {
    struct State: Equatable, Sendable {
      @Shared(.inMemory("name")) var name: String?
    }
    enum Action: Sendable { case named(String?), look }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .named(let name) = action { state.$name.withLock { $0 = name } }
        return .none
      }
    }
  }

  @Test("An optional shared value is asserted like another")
  func optional() async throws {
    let store = TestStore(initialState: Badge.State()) { Badge() }
    await store.send(.named("Blob")) { $0.$name.withLock { $0 = "Blob" } }
    await store.send(.look)
    await store.send(.named(nil)) { $0.$name.withLock { $0 = nil } }
    let texts = await failures {
      let store = TestStore(initialState: Badge.State()) { Badge() }
      await store.send(.named("Blob"))
      await store.send(.named(nil)) { $0.$name.withLock { $0 = "Blob" } }
    }
    #expect(texts.count == 2)
    #expect(texts.first?.hasPrefix("State was not expected to change") == true)
    #expect(texts.last?.hasPrefix("A state change does not match expectation:") == true)
  }
}
