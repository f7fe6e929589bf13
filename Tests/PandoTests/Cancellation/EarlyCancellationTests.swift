import Pando
import Synchronization
import Testing

@Suite("A cancellation beside a hosted child that commits", .timeLimit(.minutes(15)))
struct EarlyCancellationTests {
  enum ID: Codable, Hashable, Sendable { case search, other }

  /// Effects that run until they are cancelled.
  final class Runs: Sendable {
    private let guarded = Mutex<(started: Set<String>, cancelled: Set<String>)>(([], []))

    var started: Set<String> { guarded.withLock { $0.started } }
    var cancelled: Set<String> { guarded.withLock { $0.cancelled } }

    func note(_ name: String) { _ = guarded.withLock { $0.started.insert(name) } }

    func run(_ name: String) async {
      await withTaskCancellationHandler {
        note(name)
        try? await Task.sleep(for: .seconds(3_600))
      } onCancel: {
        _ = guarded.withLock { $0.cancelled.insert(name) }
      }
    }
  }

  @Reducer
  struct Search {
    struct State: Codable, Equatable, Sendable {
      var query = ""
      /// True if it cancels when it is told to stop.
      var cancels = false
    }

    enum Action: Codable, Sendable { case queryChanged(String), stop, look }

    let runs: Runs

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .queryChanged(let query):
          if state.query == query { return .none }
          state.query = query
          let name = state.cancels ? "\(query), first" : query
          return .run { [runs] _ in await runs.run(name) }.cancellable(id: ID.search)
        case .stop: return state.cancels ? .cancel(id: ID.search) : .none
        case .look: return .none
        }
      }
    }
  }

  @ReducerBuilder<Search.State, Search.Action>
  private static func search(_ isHosted: Bool, _ runs: Runs) -> some ReducerOf<Search> {
    if isHosted { Search(runs: runs).hosted() } else { Search(runs: runs) }
  }

  @Reducer
  struct Desk {
    struct State: Sendable { var search = Search.State() }
    enum Action: Sendable { case search(Search.Action) }

    let isHosted: Bool
    /// True if it sends the child something as well.
    let sends: Bool
    let runs: Runs

    var body: some ReducerOf<Self> {
      Reduce { _, action in
        guard case .search(.queryChanged) = action else { return .none }
        return sends
          ? .merge(.send(.search(.look)), .cancel(id: ID.search)) : .cancel(id: ID.search)
      }
      Scope(state: \.search, action: \.search) { search(isHosted, runs) }
    }
  }

  @Test(
    "by a parent that reduces first ends what ran, and not what the child starts then",
    arguments: [false, true], [false, true])
  func before(isHosted: Bool, sends: Bool) async {
    let runs = Runs()
    let store = Store(initialState: Desk.State()) {
      Desk(isHosted: isHosted, sends: sends, runs: runs)
    }
    for (query, former) in [("a", nil), ("b", "a"), ("c", "b")] {
      // The second is in flight when the first commits, and what the parent sends goes ahead of it.
      store.withState { _ in
        store.send(.search(.queryChanged(query)))
        if sends { store.send(.search(.look)) }
      }
      await eventually { runs.started.contains(query) }
      if let former { await eventually { runs.cancelled.contains(former) } }
    }
    // Whatever the worker was told before it hears of this has been carried out then.
    await store.send(.search(.look)).finish()
    #expect(runs.cancelled == ["a", "b"])
    await store.stop()
  }

  @Reducer
  struct Pair {
    struct State: Sendable {
      var left = Search.State(cancels: true)
      var right = Search.State()
    }

    enum Action: Sendable { case both(Search.Action) }

    let isHosted: Bool
    let runs: Runs

    var body: some ReducerOf<Self> {
      Scope(state: \.left, action: \.both) { search(isHosted, runs) }
      Scope(state: \.right, action: \.both) { search(isHosted, runs) }
    }
  }

  @Test(
    "by one of two children that reduce the same action ends the effects of both",
    arguments: [false, true])
  func beside(isHosted: Bool) async {
    let runs = Runs()
    let store = Store(initialState: Pair.State()) { Pair(isHosted: isHosted, runs: runs) }
    store.send(.both(.queryChanged("a")))
    await eventually { runs.started == ["a", "a, first"] }
    store.send(.both(.stop))
    await eventually { runs.cancelled == ["a", "a, first"] }
    #expect(runs.cancelled == ["a", "a, first"])
    await store.stop()
  }

  @Reducer
  struct Twins {
    struct State: Sendable {
      var left = Search.State(cancels: true)
      var right = Search.State()
    }

    enum Action: Sendable { case both(Search.Action) }

    let isHosted: Bool
    /// True if it changes the second child's state ahead of it, and not behind it.
    let resets: Bool
    let runs: Runs

    var body: some ReducerOf<Self> {
      Scope(state: \.left, action: \.both) { search(isHosted, runs) }
      Reduce { state, action in
        guard case .both(.queryChanged) = action else { return .none }
        if resets { state.right.query = "" }
        return .merge(.cancel(id: ID.other), .cancel(id: ID.search))
      }
      Scope(state: \.right, action: \.both) { search(isHosted, runs) }
      Reduce { state, action in
        if case .both(.queryChanged) = action, !resets { state.right.query += "!" }
        return .none
      }
    }
  }

  @Test(
    "by a parent between two children spares what the second starts, though its state is changed behind it",
    arguments: [false, true])
  func between(isHosted: Bool) async {
    let runs = Runs()
    let store = Store(initialState: Twins.State()) {
      Twins(isHosted: isHosted, resets: false, runs: runs)
    }
    for (query, former) in [("a", nil), ("b", "a"), ("c", "b")] {
      store.send(.both(.queryChanged(query)))
      await eventually { runs.started.contains(query) }
      if let former { await eventually { runs.cancelled.contains(former) } }
    }
    // Whatever the worker was told before it hears of this has been carried out then.
    await store.send(.both(.look)).finish()
    // The first child reduces ahead of the parent, and so its effects end: they may have started before.
    #expect(runs.cancelled.subtracting(["a, first", "b, first", "c, first"]) == ["a", "b"])
    #expect(store.state.right.query == "c!")
    await store.stop()
  }

  @Test(
    "by a parent between two children knows the effects of the second, whose state is changed ahead of it",
    arguments: [false, true])
  func ahead(isHosted: Bool) async {
    let runs = Runs()
    await withKnownIssue(isIntermittent: !isHosted) {
      let store = Store(initialState: Twins.State()) {
        Twins(isHosted: isHosted, resets: true, runs: runs)
      }
      for (query, former) in [("a", nil), ("b", "a"), ("c", "b"), ("d", "c")] {
        store.send(.both(.queryChanged(query)))
        await eventually { runs.started.contains(query) }
        if let former { await eventually { runs.cancelled.contains(former) } }
      }
      await store.send(.both(.look)).finish()
      #expect(!runs.cancelled.contains("d"))
      #expect(store.state.right.query == "d")
      await store.stop()
    } matching: { issue in
      "\(issue)".contains("had its state changed by a reducer that runs before it")
    }
  }
}
