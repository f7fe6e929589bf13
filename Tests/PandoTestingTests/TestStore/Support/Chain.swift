import Pando
import PandoTesting

/// One effect leads to the next.
@Reducer
struct Chain {
  struct State: Codable, Equatable, Sendable {
    var isDone = false
  }

  enum Action: Codable, Equatable, Sendable {
    case begin, wait, done, pause
  }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .begin: return .run { send in await send(.wait) }
      case .wait:
        return .run { [clock] send in
          try await clock.sleep(for: .seconds(5))
          await send(.done)
        }
      case .pause: return .run { [clock] _ in try await clock.sleep(for: .seconds(5)) }
      case .done: state.isDone = true
      }
      return .none
    }
  }
}

extension Place {
  /// A test's store of a feature that is itself hosted.
  func makeChain(clock: TestClock<Duration>) -> TestStoreOf<Chain> {
    TestStore(initialState: Chain.State()) {
      Scope(state: \.self, action: \.self) {
        if self == .hosted { Chain().hosted() } else { Chain() }
      }
    } withDependencies: {
      $0.continuousClock = clock
    }
  }
}
