import Pando
import Synchronization
import Testing

@Suite("What an action sends", .timeLimit(.minutes(15)))
struct SendAtOnceTests {
  @Reducer
  struct Chain {
    struct State: Equatable, Sendable {
      var log: [Int] = []
      var child: Keeper.State?
      var waiting: Waiter.State?
    }
    enum Action: Sendable {
      /// Sends the next one, down to 0.
      case down(Int)
      /// Sends one, and has its reducer send another.
      case both
      case note(Int)
      /// Ends in an effect that waits.
      case wait(Int)
      /// Takes the child away, and sends what brings another.
      case replace
      case open
      case child(Keeper.Action)
      case waiting(Waiter.Action)
    }

    @Dependency(\.chainGate) var gate

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .down(let number):
          state.log.append(number)
          return number == 0 ? .none : .send(.down(number - 1))
        case .both:
          gate.call()
          return .send(.note(1))
        case .note(let number):
          state.log.append(number)
          return number == 1 ? .send(.note(2)) : .none
        case .wait(let number):
          if number > 0 { return .send(.wait(number - 1)) }
          return .run { send in
            await gate.wait()
            await send(.note(7))
          }
        case .open:
          state.waiting = Waiter.State()
          return .none
        case .replace:
          state.waiting = nil
          return .send(.open)
        case .child, .waiting:
          return .none
        }
      }
      .ifLet(\.child, action: \.child) { Keeper() }
      .ifLet(\.waiting, action: \.waiting) { Waiter() }
    }
  }

  /// Counts once the gate is open.
  @Reducer
  struct Waiter {
    struct State: Equatable, Sendable { var count = 0 }
    enum Action: Sendable { case wait, up }

    @Dependency(\.chainGate) var gate

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .wait:
          return .run { send in
            await gate.wait()
            await send(.up)
          }
        case .up:
          state.count += 1
          return .none
        }
      }
    }
  }

  private func makeStore(_ gate: ChainGate) -> StoreOf<Chain> {
    Store(initialState: Chain.State()) {
      Chain()
    } withDependencies: {
      $0.chainGate = gate
      $0.hosting = $0.hosting.chainLimit(100_000)
    }
  }

  @Test("commits before send returns, however long the chain is")
  func chain() {
    let store = makeStore(ChainGate())
    store.send(.down(100_000))
    #expect(store.state.log == (0...100_000).reversed())
  }

  @Test("goes ahead of what the reducer sent to the store meanwhile")
  func reentrant() {
    let gate = ChainGate()
    let store = makeStore(gate)
    gate.body = { store.send(.note(9)) }
    store.send(.both)
    gate.body = nil
    #expect(store.state.log == [1, 2, 9])
  }

  @Test("is waited for, and cancelled, with the action that it began with")
  func tracked() async {
    let gate = ChainGate()
    let store = makeStore(gate)
    let first = store.send(.wait(3))
    gate.open()
    await first.finish()
    #expect(store.state.log == [7])
    let second = store.send(.wait(3))
    second.cancel()
    await second.finish()
    #expect(store.state.log == [7])
  }

  @Test("finds the child ended that was taken away, where it brings another")
  func child() async {
    let gate = ChainGate()
    let store = makeStore(gate)
    store.send(.open)
    let waiting = store.send(.waiting(.wait))
    store.send(.replace)
    gate.open()
    await waiting.finish()
    #expect(store.state.waiting?.count == 0)
  }

  @Test("is dropped where the reducer before it has stopped the store")
  func stopped() {
    let gate = ChainGate()
    let store = makeStore(gate)
    gate.body = { Task.immediate { await store.stop() } }
    store.send(.both)
    gate.body = nil
    #expect(store.state.log.isEmpty)
  }

  @Test("an effect that has ended sends nothing as another that has come since")
  func successor() async throws {
    let (kept, gate) = (KeptSend(), ChainGate())
    let store = Store(initialState: Chain.State(child: Keeper.State())) {
      Chain()
    } withDependencies: {
      $0.keptSend = kept
      $0.chainGate = gate
    }
    await store.send(.child(.keep)).finish()
    let send = try #require(kept.take())
    let waiting = store.send(.wait(0))
    let reported = await issues { await send(.add) }
    #expect(reported.count == 1)
    #expect(store.state.child?.count == 0)
    gate.open()
    await waiting.finish()
  }
}

/// Holds effects up, and calls what a test says from inside a reducer.
final class ChainGate: Sendable {
  private let isOpen = Mutex(false)
  // Set and called by one thread of a test.
  nonisolated(unsafe) var body: (@Sendable () -> Void)?

  func call() { body?() }

  func open() { isOpen.withLock { $0 = true } }

  func wait() async {
    while !Task.isCancelled, !isOpen.withLock({ $0 }) { await Task.yield() }
  }
}

extension ChainGate: TestDependencyKey {
  static var testValue: ChainGate { ChainGate() }
}

extension DependencyValues {
  var chainGate: ChainGate {
    get { self[ChainGate.self] }
    set { self[ChainGate.self] = newValue }
  }
}
