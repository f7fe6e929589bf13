import InMemoryTracing
import Observation
import Pando
import PandoTesting
import Synchronization
import Testing

@Suite("A full window", .timeLimit(.minutes(15)))
struct FullWindowTests {
  private let faults = HostingFaults()

  @Test("puts no task to sleep: what it sends goes beyond the window, and commits")
  func tasks() async {
    let store = Plantation.makeStore(faults, window: 4)
    faults.cutOff()
    let tasks = (1...40).map { store.send(.patient(.pick($0))) }
    faults.heal()
    for task in tasks { await task.finish() }
    #expect(store.state.patient?.apples == Array(1...40))
  }

  @Test("refuses what a task sends beyond sixteen windows, and says so once")
  func refuses() async {
    let store = Plantation.makeStore(faults, window: 2)
    faults.cutOff()
    await withKnownIssue {
      let tasks = (1...40).map { store.send(.patient(.pick($0))) }
      faults.heal()
      for task in tasks { await task.finish() }
    } matching: { issue in
      "\(issue)".contains("refuses actions: 32 wait") && "\(issue)".contains("sendWhenRoom")
    }
    #expect(store.state.patient?.apples == Array(1...32))
    await store.send(.patient(.pick(99))).finish()
    #expect(store.state.patient?.apples.last == 99)
  }

  private final class Admitted: Sendable {
    let numbers = Mutex<[Int]>([])
  }

  @Test("suspends a task that asks for that, in turn with others")
  func suspends() async {
    let store = Plantation.makeStore(faults, window: 2)
    faults.cutOff()
    let admitted = Admitted()
    var tasks: [Task<Void, Never>] = []
    for number in 1...6 {
      let task = Task {
        let task = await store.sendWhenRoom(.patient(.pick(number)))
        admitted.numbers.withLock { $0.append(number) }
        await task.finish()
      }
      // So that the first two are those that there is room for.
      while number <= 2, admitted.numbers.withLock({ $0.count }) < number { await Task.yield() }
      tasks.append(task)
    }
    for _ in 0..<100 { await Task.yield() }
    #expect(admitted.numbers.withLock { $0 } == [1, 2])
    faults.heal()
    for task in tasks { await task.value }
    #expect(store.state.patient?.apples.sorted() == Array(1...6))
  }

  @Test("ends for those who wait when the store stops")
  func stops() async {
    let store = Plantation.makeStore(faults, window: 1)
    faults.cutOff()
    store.send(.patient(.pick(1)))
    let waiting = Task { await store.sendWhenRoom(.patient(.pick(2))).finish() }
    for _ in 0..<100 { await Task.yield() }
    await store.stop()
    await waiting.value
  }

  @Reducer
  struct Meter {
    @ObservableState
    struct State: Equatable, Sendable {
      var count = 0
      var child = Plantation.Tree.State()
    }
    enum Action: Sendable { case up, child(Plantation.Tree.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.child, action: \.child) { Plantation.Tree().hosted() }
      Reduce { state, action in
        if case .up = action { state.count += 1 }
        return .none
      }
    }
  }

  @Test("does not stop an observer that sends, nor the thread that told it")
  func observers() async {
    let store = Store(initialState: Meter.State()) {
      Meter()
    } withDependencies: {
      $0.hosting = .faulty(faults).window(2)
    }
    await store.send(.child(.pick(0))).finish()
    withObservationTracking {
      _ = store.child
    } onChange: {
      for number in 1...20 { store.send(.child(.pick(number))) }
    }
    faults.cutOff()
    store.send(.child(.pick(-1)))
    store.send(.child(.pick(-2)))
    faults.heal()
    while store.state.child.apples.count < 23 { await Task.yield() }
    #expect(store.state.child.apples == [0, -1, -2] + Array(1...20))
  }

  final class Outlet<Action: Sendable>: Sendable {
    let send = Mutex<(@Sendable (Action) -> Void)?>(nil)
  }

  @Reducer
  struct Flood {
    struct State: Equatable, Sendable { var count = 0 }
    enum Action: Sendable { case pour(Int), drop }

    let outlet: Outlet<Flood.Action>

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .pour(let count):
          let send = outlet.send.withLock { $0 }
          for _ in 0..<count { send?(.drop) }
        case .drop: state.count += 1
        }
        return .none
      }
    }
  }

  @Test(
    "refuses what a reducer sends beyond sixteen windows, and says so once",
    arguments: [false, true])
  func reducers(isTraced: Bool) async {
    let outlet = Outlet<Flood.Action>()
    let store = Store(initialState: Flood.State()) {
      Flood(outlet: outlet)
    } withDependencies: {
      $0.hosting = .direct.window(2)
      if isTraced { $0.tracing = .sampled(1, by: InMemoryTracer()) }
    }
    outlet.send.withLock { $0 = { [weak store] in _ = store?.send($0) } }
    await withKnownIssue {
      await store.send(.pour(40)).finish()
    } matching: { issue in
      "\(issue)".contains("refuses actions: 32 wait") && "\(issue)".contains("a reducer")
    }
    #expect(store.state.count == 32)
    // There is room again.
    store.send(.pour(3))
    #expect(store.state.count == 35)
    await store.stop()
  }

  @Reducer
  struct Fan {
    struct State: Equatable, Sendable {
      var child = Plantation.Tree.State()
      var steps = 0
      var drops = 0
    }
    enum Action: Sendable {
      case child(Plantation.Tree.Action)
      /// Sends so many steps, the first of which has its reducer send a drop.
      case spread(Int)
      case step(Int)
      case drop
    }

    let outlet: Outlet<Fan.Action>

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .child: break
        case .spread(let count):
          return .merge((0..<count).map { Effect<Action>.send(.step($0)) })
        case .step(let number):
          state.steps += 1
          let send = outlet.send.withLock { $0 }
          if number == 0 { send?(.drop) }
        case .drop: state.drops += 1
        }
        return .none
      }
      Scope(state: \.child, action: \.child) { Plantation.Tree().hosted(order: .asReady) }
    }
  }

  @Test(
    "has nothing of what a reducer sends refused for what commits gave rise to",
    arguments: [false, true])
  func fanOut(isHosted: Bool) async {
    let outlet = Outlet<Fan.Action>()
    let store = Store(initialState: Fan.State()) {
      Fan(outlet: outlet)
    } withDependencies: {
      $0.hosting = isHosted ? Hosting.faulty(faults).window(2) : Hosting.direct.window(2)
    }
    outlet.send.withLock { $0 = { [weak store] in _ = store?.send($0) } }
    // One waits beside the buffer while the others commit.
    faults.cutOff()
    let pick = store.send(.child(.pick(1)))
    await store.send(.spread(40)).finish()
    #expect(store.state.steps == 40 && store.state.drops == 1)
    faults.heal()
    await pick.finish()
    #expect(store.state.child.apples == [1])
    await store.stop()
  }
}
