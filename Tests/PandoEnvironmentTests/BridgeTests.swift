import Pando
import PandoEnvironment
import Testing

struct Counter: Codable, Equatable, Sendable, Identifiable {
  var id = 0
  var count = 0
  var bonus: Int?
}

@CasePathable
enum CounterAction: Codable, Sendable, Equatable { case up, later(Int), bonus(Int), gift, twice }

struct CounterEnvironment: Sendable { var step = 1 }

let counterReducer = Reducer<Counter, CounterAction, CounterEnvironment>.combine(
  Reducer<Int, Int, CounterEnvironment> { state, action, environment in
    state += action * environment.step
    return .none
  }
  .optional(file: "App/Counter.swift", line: 7)
  .pullback(state: \.bonus, action: \.bonus, environment: { $0 }),
  Reducer { state, action, environment in
    switch action {
    case .up: state.count += environment.step
    case .later(let count): return .run { send in for _ in 0..<count { await send(.up) } }
    case .bonus: break
    case .gift: state.bonus = state.bonus ?? 0
    case .twice: return .merge(.send(.up), .send(.gift), .send(.bonus(2)))
    }
    return .none
  }
)

/// The three places where a bridged child can be, each hosted or not.
struct Family: Pando.Reducer {
  struct State: Equatable, Sendable {
    var always = Counter()
    var optional: Counter?
    var rows: IdentifiedArrayOf<Counter> = [Counter(id: 1), Counter(id: 2)]
    var seen: [Int] = []
  }

  @CasePathable
  enum Action: Sendable {
    case open, close
    case always(CounterAction)
    case optional(CounterAction)
    case rows(IdentifiedAction<Int, CounterAction>)
  }

  let isHosted: Bool

  var body: some Pando.Reducer<State, Action> {
    let always = counterReducer.bridged(environment: CounterEnvironment(step: 2))
    let optional = counterReducer.bridged(environment: CounterEnvironment(step: 3))
    let row = counterReducer.bridged(environment: CounterEnvironment(step: 5))
    Scope(state: \.always, action: \.always) {
      if isHosted { always.hosted() } else { always }
    }
    Reduce { state, action in
      switch action {
      case .open: state.optional = Counter()
      case .close: state.optional = nil
      case .optional(.gift): state.optional?.bonus = 100
      case .optional: state.seen.append(state.optional?.count ?? -1)
      case .always, .rows: break
      }
      return .none
    }
    .ifLet(\.optional, action: \.optional) {
      if isHosted { optional.hosted() } else { optional }
    }
    .forEach(\.rows, action: \.rows) {
      if isHosted { row.hosted() } else { row }
    }
  }
}

@Suite("An environment-style reducer as one of the protocol", .timeLimit(.minutes(15)))
struct BridgeTests {
  private func makeStore(isHosted: Bool) -> StoreOf<Family> {
    Store(initialState: Family.State()) {
      Family(isHosted: isHosted)
    } withDependencies: {
      $0.hosting = .inProcess
    }
  }

  private static let actions: [Family.Action] = [
    .open, .always(.up), .optional(.up), .optional(.later(3)), .rows(.element(id: 1, action: .up)),
    .optional(.twice), .rows(.element(id: 2, action: .later(2))), .always(.gift),
    .always(.bonus(4)), .rows(.element(id: 2, action: .twice)), .optional(.bonus(1)), .close,
    .open, .optional(.up), .always(.later(5)),
  ]

  @Test("hosted and not hosted, the states are the same after every action")
  func sameStates() async {
    let local = makeStore(isHosted: false)
    let hosted = makeStore(isHosted: true)
    for action in Self.actions {
      await local.send(action).finish()
      await hosted.send(action).finish()
      #expect(local.state == hosted.state)
    }
    #expect(hosted.state.always == Counter(count: 12, bonus: 8))
    #expect(hosted.state.rows[id: 2] == Counter(id: 2, count: 15, bonus: 10))
    #expect(hosted.state.optional == Counter(count: 3))
    await hosted.stop()
  }

  @Test("a warning of a hosted reducer is reported here, once the action has committed")
  func warning() async {
    let store = makeStore(isHosted: true)
    store.send(.open)
    expectWarning(#"An "optional" at "App/Counter.swift:7" received an action"#) {
      store.send(.optional(.bonus(1)))
    }
    await store.stop()
  }

  @Test(
    "what was run ahead of a parent's change warns no more than what was not",
    arguments: [true, false])
  func noWarningAhead(isHosted: Bool) async {
    let store = Store(initialState: Rewriting.State()) {
      Rewriting(isHosted: isHosted)
    } withDependencies: {
      $0.hosting = .inProcess
    }
    await store.send(.start).finish()
    #expect(store.state.child == Counter(count: 1, bonus: 102))
    await store.stop()
  }

  @Test("effects of a bridged child end with the child")
  func effectsEnd() async {
    let endless = Reducer<Counter, CounterAction, Void> { _, _, _ in
      .run { _ in while !Task.isCancelled { try await Task.sleep(for: .seconds(60)) } }
    }
    let store = Store(initialState: Family.State()) {
      Reduce<Family.State, Family.Action> { state, action in
        switch action {
        case .open: state.optional = Counter()
        case .close: state.optional = nil
        default: break
        }
        return .none
      }
      .ifLet(\.optional, action: \.optional) { endless.bridged(environment: ()) }
    }
    store.send(.open)
    let task = store.send(.optional(.up))
    store.send(.close)
    await task.finish()
    #expect(store.state.optional == nil)
  }
}

/// A parent that gives the child what an action behind needs.
private struct Rewriting: Pando.Reducer {
  struct State: Equatable, Sendable { var child = Counter() }

  @CasePathable
  enum Action: Sendable { case start, child(CounterAction) }

  let isHosted: Bool

  var body: some Pando.Reducer<State, Action> {
    let child = counterReducer.bridged(environment: CounterEnvironment())
    Scope(state: \.child, action: \.child) {
      if isHosted { child.hosted() } else { child }
    }
    Reduce { state, action in
      switch action {
      case .start: return .merge(.send(.child(.up)), .send(.child(.bonus(2))))
      case .child(.up): state.child.bonus = 100
      case .child: break
      }
      return .none
    }
  }
}
