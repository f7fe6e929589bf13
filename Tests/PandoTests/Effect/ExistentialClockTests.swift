import Pando
import PandoTesting
import Testing

@Suite("debounce and throttle with a clock whose type is not known")
struct ExistentialClockTests {
  @Reducer
  struct Typing {
    struct State: Equatable, Sendable { var notes: [Int] = [] }

    enum Action: Equatable, Sendable { case debounced(Int), throttled(Int), note(Int) }

    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .debounced(let number):
          return .send(.note(number)).debounce(id: 1, for: .seconds(1), clock: clock)
        case .throttled(let number):
          return .send(.note(number))
            .throttle(id: 2, for: .seconds(1), clock: clock, latest: true)
        case .note(let number):
          state.notes.append(number)
          return .none
        }
      }
    }
  }

  private let clock = TestClock()

  private func makeStore() -> TestStoreOf<Typing> {
    TestStore(initialState: Typing.State()) {
      Typing()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test("debounce takes the dependency")
  func debounce() async {
    let store = makeStore()
    await store.send(.debounced(1))
    await store.send(.debounced(2))
    await clock.advance(by: .seconds(1))
    await store.receive(.note(2)) { $0.notes = [2] }
  }

  @Test("throttle takes the dependency")
  func throttle() async {
    let store = makeStore()
    await store.send(.throttled(1))
    await store.receive(.note(1)) { $0.notes = [1] }
    await store.send(.throttled(2))
    await store.send(.throttled(3))
    await clock.advance(by: .seconds(1))
    await store.receive(.note(3)) { $0.notes = [1, 3] }
    await store.finish()
  }

  @Test("clocks of a known type are taken as before")
  func known() {
    let effect = Effect<Int>.send(1)
    _ = effect.debounce(id: 1, for: .seconds(1), clock: ContinuousClock())
    _ = effect.debounce(id: 1, for: .seconds(1), clock: .suspending)
    _ = effect.throttle(id: 1, for: .seconds(1), clock: .continuous, latest: true)
  }
}
