import IssueSupport
import Pando
import Testing

@Suite("Effects that do not end in the process of their store", .timeLimit(.minutes(15)))
struct EndlessEffectHereTests {
  /// Holds whoever passes until it opens, and heeds no cancellation.
  actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func pass() async {
      if isOpen { return }
      await withCheckedContinuation { waiting.append($0) }
    }

    func open() {
      isOpen = true
      for continuation in waiting { continuation.resume() }
      waiting.removeAll()
    }
  }

  @Reducer
  struct Child {
    struct State: Codable, Equatable, Sendable { var count = 0 }
    enum Action: Codable, Equatable, Sendable { case up, hold, heed }
    let gate: Gate

    var body: some ReducerOf<Self> {
      Reduce { [gate] state, action in
        switch action {
        case .up:
          state.count += 1
          return .none
        case .hold:
          return .run(name: "holding") { send in
            await gate.pass()
            await send(.up)
          }
        case .heed:
          return .run { _ in try await Task.sleep(for: .seconds(1_000)) }
        }
      }
    }
  }

  @Reducer
  struct Parent {
    struct State: Sendable { var child: Child.State? = Child.State() }
    enum Action: Sendable { case child(Child.Action), close }
    let gate: Gate
    var cancellationTimeout = Duration.milliseconds(50)
    var effectTimeout: Duration?

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .close = action { state.child = nil }
        return .none
      }
      .ifLet(\.child, action: \.child) {
        Child(gate: gate).hosted(
          cancellationTimeout: cancellationTimeout, effectTimeout: effectTimeout)
      }
    }
  }

  @Test("hold up nobody who waits for their child's end, and are told of once")
  func closed() async throws {
    let gate = Gate()
    let told = await failures {
      let store = Store(initialState: Parent.State()) { Parent(gate: gate) }
      store.send(.child(.hold))
      await store.send(.close).finish()
      #expect(store.hostedChildren.isEmpty)
      await store.stop()
    }
    #expect(told.count == 1)
    #expect(told.first?.contains("The effect \"holding\"") == true)
    #expect(told.first?.contains("Child") == true)
    await gate.open()
  }

  @Test("so it is with those that have run for their time")
  func limit() async throws {
    let gate = Gate()
    let told = await failures {
      let store = Store(initialState: Parent.State()) {
        Parent(gate: gate, effectTimeout: .milliseconds(50))
      }
      await store.send(.child(.hold)).finish()
      await store.send(.child(.up)).finish()
      #expect(store.withState { $0.child?.count } == 1)
      await store.stop()
    }
    #expect(told.count == 1)
    #expect(told.first?.contains("cancelled at its effectTimeout") == true)
    await gate.open()
  }

  @Test("one that heeds its cancellation ends at its time, and nothing is told")
  func heeded() async throws {
    let told = await failures {
      let store = Store(initialState: Parent.State()) {
        Parent(
          gate: Gate(), cancellationTimeout: .seconds(3_600), effectTimeout: .milliseconds(50))
      }
      await store.send(.child(.heed)).finish()
      await store.stop()
    }
    #expect(told.isEmpty)
  }
}
