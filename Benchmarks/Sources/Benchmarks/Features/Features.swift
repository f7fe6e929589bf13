import Pando
import Synchronization

/// A counter: the least that a feature can do.
@Reducer
struct Counter {
  struct State: Codable, Equatable, Identifiable, Sendable {
    var id = 0
    var count = 0
    var step = 1
  }

  enum Action: Codable, Sendable {
    case up
    case add(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .up: state.count += state.step
      case .add(let number): state.count += number
      }
      return .none
    }
  }
}

/// A parent of an optional child.
@Reducer
struct Optionally {
  struct State: Sendable {
    var child: Counter.State? = Counter.State()
    var total = 0
  }

  enum Action: Sendable {
    case child(Counter.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.total += 1
      return .none
    }
    .ifLet(\.child, action: \.child) { Counter() }
  }
}

/// A parent that presents its child.
@Reducer
struct Presenting {
  struct State: Sendable {
    @PresentationState var child: Counter.State? = Counter.State()
    var total = 0
  }

  enum Action: Sendable {
    case child(PresentationAction<Counter.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.total += 1
      return .none
    }
    .ifLet(\.$child, action: \.child) { Counter() }
  }
}

/// A parent whose state is one of two.
@Reducer
struct Switching {
  @CasePathable
  enum State: Sendable {
    case child(Counter.State)
    case nothing
  }

  enum Action: Sendable {
    case child(Counter.Action)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifCaseLet(\.child, action: \.child) { Counter() }
  }
}

/// A parent of a navigation stack.
@Reducer
struct Stacked {
  struct State: Sendable {
    var path: StackState<Counter.State>
    var total = 0

    init(_ elements: [Counter.State]) { path = StackState(elements) }
  }

  enum Action: Sendable {
    case path(StackActionOf<Counter>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.total += 1
      return .none
    }
    .forEach(\.path, action: \.path) { Counter() }
  }
}

/// A feature that sends itself another action with each.
@Reducer
struct Echoing {
  struct State: Sendable { var count = 0 }

  enum Action: Sendable { case call, echo }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .call: return .send(.echo)
      case .echo:
        state.count += 1
        return .none
      }
    }
  }
}

/// The same with the child hosted; every commit is noted, so that latencies can be told.
@Reducer
struct Remotely {
  struct State: Sendable {
    var child: Counter.State? = Counter.State()
    var total = 0
  }

  enum Action: Sendable {
    case child(Counter.Action)
  }

  let commits: CommitTimes
  var sandbox: Sandbox?

  var body: some ReducerOf<Self> {
    Reduce { [commits] state, _ in
      commits.note(state.total)
      state.total += 1
      return .none
    }
    .ifLet(\.child, action: \.child) { Counter().hosted(sandbox: sandbox) }
  }
}

/// A parent of many rows.
@Reducer
struct Rows {
  struct State: Sendable {
    var rows: IdentifiedArrayOf<Counter.State>
    var total = 0
  }

  enum Action: Sendable {
    case rows(IdentifiedActionOf<Counter>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.total += 1
      return .none
    }
    .forEach(\.rows, action: \.rows) { Counter() }
  }
}

/// The same with every row hosted.
@Reducer
struct RemoteRows {
  typealias State = Rows.State
  typealias Action = Rows.Action

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.total += 1
      return .none
    }
    .forEach(\.rows, action: \.rows) { Counter().hosted() }
  }
}

/// Level 5 of five around a counter.
@Reducer
struct LevelFive {
  struct State: Sendable {
    var child = Counter.State()
    var total = 0
  }

  enum Action: Sendable {
    case child(Counter.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { Counter() }
    Reduce { state, _ in
      state.total += 1
      return .none
    }
  }
}

/// Level 4 of five around a counter.
@Reducer
struct LevelFour {
  struct State: Sendable {
    var child = LevelFive.State()
    var total = 0
  }

  enum Action: Sendable {
    case child(LevelFive.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { LevelFive() }
    Reduce { state, _ in
      state.total += 1
      return .none
    }
  }
}

/// Level 3 of five around a counter.
@Reducer
struct LevelThree {
  struct State: Sendable {
    var child = LevelFour.State()
    var total = 0
  }

  enum Action: Sendable {
    case child(LevelFour.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { LevelFour() }
    Reduce { state, _ in
      state.total += 1
      return .none
    }
  }
}

/// Level 2 of five around a counter.
@Reducer
struct LevelTwo {
  struct State: Sendable {
    var child = LevelThree.State()
    var total = 0
  }

  enum Action: Sendable {
    case child(LevelThree.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { LevelThree() }
    Reduce { state, _ in
      state.total += 1
      return .none
    }
  }
}

/// Level 1 of five around a counter.
@Reducer
struct LevelOne {
  struct State: Sendable {
    var child = LevelTwo.State()
    var total = 0
  }

  enum Action: Sendable {
    case child(LevelTwo.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { LevelTwo() }
    Reduce { state, _ in
      state.total += 1
      return .none
    }
  }
}

/// A feature whose action runs an effect that sends another.
@Reducer
struct Asking {
  struct State: Sendable {
    var count = 0
  }

  enum Action: Sendable {
    case ask
    case answer(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .ask:
        return .run { send in await send(.answer(1)) }
      case .answer(let number):
        state.count += number
        return .none
      }
    }
  }
}

/// The number of effects without end that have begun in this process.
enum BegunEffects {
  static let count = Atomic<Int>(0)
}

/// A row that may run an effect without end.
@Reducer
struct Watched {
  struct State: Codable, Equatable, Identifiable, Sendable {
    var id: Int
    var count = 0
  }

  enum Action: Codable, Sendable {
    case up
    /// Begins the effect, anew if it runs.
    case watch
  }

  enum CancelID: Codable { case watch }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.count += 1
      switch action {
      case .up:
        return .none
      case .watch:
        return .run { _ in
          BegunEffects.count.add(1, ordering: .relaxed)
          let (forever, continuation) = AsyncStream<Never>.makeStream()
          for await _ in forever {}
          _ = continuation
        }
        .cancellable(id: CancelID.watch, cancelInFlight: true)
      }
    }
  }
}

/// Many of them, which come and go.
@Reducer
struct Watchlist {
  struct State: Sendable {
    var rows: IdentifiedArrayOf<Watched.State>
  }

  enum Action: Sendable {
    case rows(IdentifiedActionOf<Watched>)
    case append(Int)
    case remove(Int)
    case removeAll
  }

  let isHosted: Bool

  var body: some ReducerOf<Self> {
    let rows = Reduce<State, Action> { state, action in
      switch action {
      case .append(let id): state.rows.append(Watched.State(id: id))
      case .remove(let id): state.rows.remove(id: id)
      case .removeAll: state.rows = []
      case .rows: break
      }
      return .none
    }
    if isHosted {
      rows.forEach(\.rows, action: \.rows) { Watched().hosted() }
    } else {
      rows.forEach(\.rows, action: \.rows) { Watched() }
    }
  }
}
