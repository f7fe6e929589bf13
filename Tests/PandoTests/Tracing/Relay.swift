import InMemoryTracing
import Pando
import Tracing

/// A hosted child whose actions lead to others, and a parent with actions of its own.
enum Relay {
  @Reducer
  struct Runner {
    struct State: Codable, Equatable, Sendable { var laps = 0 }
    enum Action: Codable, Equatable, Sendable {
      case lap
      /// An effect sends `lap`.
      case lapLater
      /// The reducer sends `lap`.
      case lapNow
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .lap: state.laps += 1
        case .lapLater: return .run(name: "jog") { send in await send(.lap) }
        case .lapNow: return .send(.lap)
        }
        return .none
      }
    }
  }

  @Reducer
  struct Race {
    struct State: Sendable {
      var runner: Runner.State? = Runner.State()
      var count = 0
    }

    enum Action: Sendable {
      case runner(Runner.Action)
      case count
      case countLater(secret: String)
      case rewrite
      case leave
    }
    let isHosted: Bool

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .runner: break
        case .count: state.count += 1
        case .countLater: return .run { send in await send(.count) }
        case .rewrite: state.runner?.laps += 100
        case .leave: state.runner = nil
        }
        return .none
      }
      .ifLet(\.runner, action: \.runner) {
        if isHosted { Runner().hosted() } else { Runner() }
      }
    }
  }

  static func makeStore(
    _ tracing: ActionTracing, isHosted: Bool = true, hosting: Hosting = .inProcess
  ) -> StoreOf<Race> {
    Store(initialState: Race.State()) {
      Race(isHosted: isHosted)
    } withDependencies: {
      $0.tracing = tracing
      $0.hosting = hosting
    }
  }
}

extension InMemoryTracer {
  /// The spans of a name, in the order in which they ended.
  func spans(_ name: String) -> [FinishedInMemorySpan] {
    finishedSpans.filter { $0.operationName == name }
  }
}
