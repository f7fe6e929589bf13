import Pando
import PandoTesting

/// Two hosted children, one of which commits when it is ready, and a parent with work of its own.
enum Plantation {
  @Reducer
  struct Tree {
    struct State: Codable, Equatable, Sendable {
      var apples: [Int] = []
      var interruptions = 0
    }

    enum Action: Codable, Equatable, Sendable {
      case pick(Int)
      case pickTwice(Int)
      /// Sends `pickTwice`.
      case pickLater(Int)
      /// Starts an effect that ends when it is cancelled, or with its worker.
      case wait
      case interrupted
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .pick(let number): state.apples.append(number)
        case .pickTwice(let number): return .merge(.send(.pick(number)), .send(.pick(-number)))
        case .pickLater(let number): return .send(.pickTwice(number))
        case .wait: return .run { _ in try await Task.sleep(for: .seconds(3_600)) }
        case .interrupted: state.interruptions += 1
        }
        return .none
      }
    }
  }

  @Reducer
  struct Farm {
    struct State: Sendable {
      var patient: Tree.State? = Tree.State()
      var prompt: Tree.State? = Tree.State()
      var days = 0
      /// The events, in the order of commits.
      var diary: [String] = []
    }

    enum Action: Sendable {
      /// Commits in the order of sending.
      case patient(Tree.Action)
      /// Commits when it is ready.
      case prompt(Tree.Action)
      case day
      case fell
      case plant
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .patient(.pick(let number)): state.diary.append("patient \(number)")
        case .prompt(.pick(let number)): state.diary.append("prompt \(number)")
        case .patient, .prompt: break
        case .day:
          state.days += 1
          state.diary.append("day")
        case .fell: state.prompt = nil
        case .plant: state.prompt = Tree.State()
        }
        return .none
      }
      .ifLet(\.patient, action: \.patient) { Tree().hosted(interrupted: .interrupted) }
      .ifLet(\.prompt, action: \.prompt) {
        Tree().hosted(interrupted: .interrupted, order: .asReady)
      }
    }
  }

  static func makeStore(
    _ faults: HostingFaults, window: Int = 1_000
  ) -> StoreOf<Farm> {
    Store(initialState: Farm.State()) {
      Farm()
    } withDependencies: {
      $0.hosting = .faulty(faults).window(window)
    }
  }
}
