import Pando
import PandoTesting
import Testing

@Suite("A store that is an actor", .timeLimit(.minutes(15)))
struct StoreActorTests {
  @Reducer
  struct Tally {
    struct Child: Reducer {
      struct State: Codable, Equatable, Sendable { var sum = 0 }
      @CasePathable enum Action: Codable, Equatable, Sendable { case add(Int) }

      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        if case .add(let number) = action { state.sum += number }
        return .none
      }
    }

    struct State: Equatable, Sendable {
      var child = Child.State()
      var log: [Int] = []
    }

    @CasePathable enum Action: Sendable { case child(Child.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.child, action: \.child) { Child().hosted() }
      Reduce { state, action in
        if case .child(.add(let number)) = action { state.log.append(number) }
        return .none
      }
    }
  }

  private func actor(_ faults: HostingFaults, window: Int = 1_000) -> StoreActorOf<Tally> {
    StoreActor(initialState: Tally.State()) {
      Tally()
    } withDependencies: {
      $0.hosting = .faulty(faults).window(window)
    }
  }

  @Test("the state behind a send has the action in it, though a worker reduces it")
  func committed() async {
    let faults = HostingFaults()
    let tally = actor(faults)
    for number in 1...20 {
      // It cannot have committed when it is accepted.
      faults.cutOff()
      let isSent = Task { await tally.send(.child(.add(number))) }
      for _ in 0..<5 { await Task.yield() }
      #expect(tally.log.count == number - 1)
      faults.heal()
      _ = await isSent.value
      #expect(tally.child.sum == number * (number + 1) / 2)
    }
    await tally.stop()
  }

  @Test("tasks that send to a full store are suspended, and all commit")
  func full() async {
    let tally = actor(HostingFaults(), window: 2)
    await withTaskGroup { group in
      for number in 1...200 {
        group.addTask { _ = await tally.send(.child(.add(number))) }
      }
    }
    #expect(tally.child.sum == 20_100)
    #expect(tally.withState { Set($0.log) } == Set(1...200))
    await tally.stop()
  }

  @Test("the tasks that wait go on when the store stops, and what is sent later is dropped")
  func stopped() async {
    let faults = HostingFaults()
    let tally = actor(faults, window: 2)
    faults.cutOff()
    let waiting = (1...6).map { number in
      Task { await tally.send(.child(.add(number))) }
    }
    for _ in 0..<20 { await Task.yield() }
    await tally.stop()
    for task in waiting { await task.value.finish() }
    await tally.send(.child(.add(1)))
    #expect(tally.log.isEmpty)
  }

  @Test("a part of a store is an actor too")
  func scoped() async {
    let tally = actor(HostingFaults())
    let child = StoreActor(tally.store.scope(state: \.child, action: \.child))
    await child.send(.add(7))
    #expect(child.sum == 7 && tally.child.sum == 7)
    await tally.stop()
  }
}
