import IssueReporting
import Pando
import Testing

/// The rules of the reorder buffer, with the host in this process.
@Suite("A store with a hosted child")
struct HostedStoreTests {
  @Reducer
  struct Tally {
    struct State: Codable, Equatable, Sendable {
      /// Padding behind this is no part of the state.
      var flag: UInt8 = 0
      var count = 0
      var notes: [Int] = []
    }

    enum Action: Codable, Equatable, Sendable {
      case up, upTwice, later(Int), endless, note(Int)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .up: state.count += 1
        case .upTwice: return .merge(.send(.up), .send(.up))
        case .later(let count):
          return .run { send in for _ in 0..<count { await send(.up) } }
        case .endless:
          return .run { _ in while !Task.isCancelled { try await Task.sleep(for: .seconds(60)) } }
            .cancellable(id: 1)
        case .note(let number): state.notes.append(number)
        }
        return .none
      }
    }
  }

  @Reducer
  struct Family {
    struct State: Sendable {
      var child: Tally.State?
      var seen: [Int] = []
    }

    enum Action: Sendable {
      case open, close, rewrite(Int), cancel, child(Tally.Action)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .open: state.child = Tally.State()
        case .close: state.child = nil
        case .rewrite(let count): state.child?.count = count
        case .cancel: return .cancel(id: 1)
        case .child: state.seen.append(state.child?.count ?? -1)
        }
        return .none
      }
      .ifLet(\.child, action: \.child) { Tally().hosted() }
    }
  }

  private func makeStore() -> StoreOf<Family> {
    Store(initialState: Family.State()) { Family() }
  }

  @Test("the child is reduced first, and the parent sees its new state")
  func childFirst() {
    let store = makeStore()
    store.send(.open)
    store.send(.child(.up))
    store.send(.child(.up))
    #expect(store.state.seen == [1, 2])
  }

  @Test("what a reducer returns as Effect.send commits directly behind it")
  func sendsFollow() async {
    let store = makeStore()
    store.send(.open)
    await store.send(.child(.upTwice)).finish()
    #expect(store.state.seen == [0, 1, 2])
  }

  @Test("a parent's change of the child's state is the base of what follows")
  func rewrite() {
    let store = makeStore()
    store.send(.open)
    store.send(.child(.up))
    store.send(.rewrite(100))
    store.send(.child(.up))
    #expect(store.state.child?.count == 101)
  }

  @Test("await send in a hosted effect returns once the action has committed; finish waits for all")
  func remoteEffects() async {
    let store = makeStore()
    store.send(.open)
    await store.send(.child(.later(10))).finish()
    #expect(store.state.child?.count == 10)
  }

  @Test("a nil child's effects end, and finish() of either action returns")
  func nilMeansGone() async {
    let store = makeStore()
    store.send(.open)
    let endless = store.send(.child(.endless))
    await store.send(.close).finish()
    await endless.finish()
    #expect(store.state.child == nil)
  }

  @Test("a parent's cancel(id:) reaches an effect of the hosted child")
  func parentCancels() async {
    let store = makeStore()
    store.send(.open)
    let endless = store.send(.child(.endless))
    store.send(.cancel)
    await endless.finish()
  }

  @Test("cancelling a task cancels what it started on the host")
  func taskCancels() async {
    let store = makeStore()
    store.send(.open)
    let endless = store.send(.child(.endless))
    endless.cancel()
    await endless.finish()
  }

  @Test("a child action while the child is nil is reported in the field's words")
  func warning() {
    let store = makeStore()
    withKnownIssue {
      _ = store.send(.child(.up))
    } matching: { issue in
      "\(issue)".contains(
        #"An "ifLet" at "PandoTests/HostedStoreTests.swift:"#)
        && "\(issue)".contains(#"received a child action when child state was "nil"."#)
    }
  }

  @Test("actions of many threads commit in the order in which they were accepted")
  func manyThreads() async {
    let store = makeStore()
    store.send(.open)
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask {
          for index in 0..<50 { store.send(.child(.note(thread * 1_000 + index))) }
        }
      }
    }
    let notes = store.state.child?.notes ?? []
    #expect(notes.count == 400)
    for thread in 0..<8 {
      let own = notes.filter { $0 / 1_000 == thread }
      #expect(own == own.sorted())
    }
  }

  @Test("states are handed out newest first, and the sequence ends with an optional child")
  func states() async throws {
    let store = makeStore()
    store.send(.open)
    let child = try #require(store.scope(state: \.child, action: \.child))
    let reader = Task {
      var last: Tally.State?
      for await state in child.states { last = state }
      return last
    }
    for _ in 0..<5 { child.send(.up) }
    #expect(child.state.count == 5)
    store.send(.close)
    let last = await reader.value
    #expect((last?.count ?? 0) <= 5)
  }

  /// The parent's logic stands before the child: child-first is broken, the result must not be.
  @Reducer
  struct Backwards {
    struct State: Sendable {
      var child = Tally.State()
    }

    enum Action: Sendable {
      case child(Tally.Action)
    }

    let isHosted: Bool

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.child.count += 10
        return .none
      }
      Scope(state: \.child, action: \.child) {
        if isHosted { Tally().hosted() } else { Tally() }
      }
    }
  }

  @Test("a parent that runs before the child gets the in-process answer, and a warning")
  func parentFirst() async {
    let local = Store(initialState: Backwards.State()) { Backwards(isHosted: false) }
    let hosted = Store(initialState: Backwards.State()) { Backwards(isHosted: true) }
    for action in [Tally.Action.up, .upTwice, .note(3), .later(2)] {
      await local.send(.child(action)).finish()
      await withKnownIssue {
        await hosted.send(.child(action)).finish()
      } matching: { issue in
        "\(issue)".contains("had its state changed by a reducer that runs before it")
      }
    }
    #expect(local.state.child == hosted.state.child)
    #expect(local.state.child.count == 10 * 8 + 5)
  }
}
