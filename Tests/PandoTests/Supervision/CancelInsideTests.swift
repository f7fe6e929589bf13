import Pando
import Testing

@Suite("Cancelling from inside of a store", .timeLimit(.minutes(15)))
struct CancelInsideTests {
  @Reducer
  struct Sleeper {
    struct State: Equatable, Sendable { var count = 0 }
    enum Action: Sendable {
      /// Begins an effect that ends when it is cancelled.
      case start
      case up
      case call(@Sendable () -> Void)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .start: return .run { _ in try await Task.sleep(for: .seconds(3_600)) }
        case .up: state.count += 1
        case .call(let body): body()
        }
        return .none
      }
    }
  }

  @Test("cancels what is to be cancelled while the state is read")
  func whileReading() async {
    let store = Store(initialState: Sleeper.State()) { Sleeper() }
    let task = store.send(.start)
    store.withState { _ in task.cancel() }
    await task.finish()
  }

  @Test("cancels what a reducer cancels")
  func inReducer() async {
    let store = Store(initialState: Sleeper.State()) { Sleeper() }
    let task = store.send(.start)
    store.send(.call { task.cancel() })
    await task.finish()
  }
}
