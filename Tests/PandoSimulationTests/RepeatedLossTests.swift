import Pando
import PandoHosting
import PandoSimulation
import SimulationPrograms
import Testing

@Suite("Workers that go one after the other")
struct RepeatedLossTests {
  @Reducer
  struct Tally {
    struct State: Codable, Equatable, Sendable { var count = 0 }
    enum Action: Codable, Sendable { case up }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.count += 1
        return .none
      }
    }
  }

  @Reducer
  struct Parent {
    struct State: Sendable {
      var child = Tally.State()
      var others = 0
    }
    enum Action: Sendable { case child(Tally.Action), other }

    var body: some ReducerOf<Self> {
      Scope(state: \.child, action: \.child) { Tally().hosted() }
      Reduce { state, action in
        if case .other = action { state.others += 1 }
        return .none
      }
    }
  }

  private func makeStore(_ workers: SteppedWorkers) -> StoreOf<Parent> {
    Store(initialState: Parent.State()) {
      Parent()
    } withDependencies: {
      $0.hosting = workers.hosting
    }
  }

  private let workers = SteppedWorkers(count: 1, seed: 1, executor: SimulatedExecutor())

  /// Runs what reports that an action commits without effect.
  private func expectingFailure(_ body: () -> Void) {
    withKnownIssue {
      body()
    } matching: { issue in
      let text = "\(issue)"
      return text.contains("commits without effect: 3 workers ended while they reduced it")
        && text.contains("Action")
    }
  }

  @Test("an action that three workers do not survive, the last alone, commits without effect")
  func condemns() throws {
    let store = makeStore(workers)
    store.send(.child(.up))
    store.send(.other)
    workers.crash(.died)
    workers.crash(.died)
    #expect(store.state.others == 0)
    expectingFailure { workers.crash(.died) }
    try workers.settle()
    #expect(store.state.child.count == 0)
    #expect(store.state.others == 1)
    store.send(.child(.up))
    try workers.settle()
    #expect(store.state.child.count == 1)
  }

  @Test("an action whose workers say too much, one after the other, fails after one worker more")
  func condemnsFlood() throws {
    let store = makeStore(workers)
    store.send(.child(.up))
    store.send(.other)
    for _ in 0..<3 { workers.crash(.overran) }
    #expect(store.state.others == 0)
    expectingFailure { workers.crash(.overran) }
    try workers.settle()
    #expect(store.state.child.count == 0)
    #expect(store.state.others == 1)
  }

  @Test("an action that its trial does not hurt goes back to the others, with all that waited")
  func acquits() throws {
    let store = makeStore(workers)
    for _ in 0..<5 { store.send(.child(.up)) }
    workers.crash(.died)
    workers.crash(.died)
    try workers.settle()
    #expect(store.state.child.count == 5)
  }

  @Test("workers that say that they stop make no suspects")
  func forgivesStops() throws {
    let store = makeStore(workers)
    store.send(.child(.up))
    for _ in 0..<10 { workers.crash(.left) }
    try workers.settle()
    #expect(store.state.child.count == 1)
  }

  @Test("losses under different actions, or under none, condemn nobody")
  func forgivesOthers() throws {
    let store = makeStore(workers)
    for _ in 0..<5 {
      store.send(.child(.up))
      workers.crash(.died)
      try workers.settle()
      workers.crash(.died)
    }
    #expect(store.state.child.count == 5)
  }

  @Test("several suspects are tried one after the other, and the guilty one alone fails")
  func triesEach() throws {
    let store = Store(initialState: Grove.State()) {
      Grove()
    } withDependencies: {
      $0.hosting = workers.hosting
    }
    for id in 0..<5 { store.send(.trees(.element(id: id, action: .up))) }
    workers.crash(.died)
    workers.crash(.died)
    // The lane on trial now is that of the oldest action; its worker goes again.
    expectingFailure { workers.crash(.died) }
    try workers.settle()
    #expect(store.state.trees.map(\.tally.count) == [0, 1, 1, 1, 1])
  }

  @Reducer
  struct Tree {
    struct State: Codable, Equatable, Identifiable, Sendable {
      let id: Int
      var tally = Tally.State()
    }
    typealias Action = Tally.Action

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.tally.count += 1
        return .none
      }
    }
  }

  @Reducer
  struct Grove {
    struct State: Sendable {
      var trees = IdentifiedArray(uniqueElements: (0..<5).map { Tree.State(id: $0) })
    }
    enum Action: Sendable { case trees(IdentifiedAction<Int, Tally.Action>) }

    var body: some ReducerOf<Self> {
      EmptyReducer().forEach(\.trees, action: \.trees) { Tree().hosted() }
    }
  }
}
