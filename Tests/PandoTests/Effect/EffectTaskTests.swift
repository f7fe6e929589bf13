import Pando
import PandoTesting
import Testing

@Suite("The task of an effect that is held up")
struct EffectTaskTests {
  enum Hold: CaseIterable, Sendable { case none, debounce, throttle, concatenate, behind }

  @Reducer
  struct Named {
    struct State: Equatable, Sendable {
      var names: [String?] = []
      var priorities: [TaskPriority?] = []
    }

    enum Action: Sendable {
      case begin(Hold)
      case began(String?, TaskPriority?)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .begin(let hold):
          let work = EffectOf<Self>.run(priority: .background, name: "save") { send in
            await send(.began(Task.name, Task.basePriority))
          }
          return switch hold {
          case .none: work
          case .debounce: work.debounce(id: "save", for: .seconds(1))
          case .throttle: work.throttle(id: "save", for: .seconds(1), latest: true)
          case .concatenate: .concatenate(work, .run(priority: .high) { _ in })
          case .behind: .concatenate(.run { _ in }, work)
          }
        case .began(let name, let priority):
          state.names.append(name)
          state.priorities.append(priority)
          return .none
        }
      }
    }
  }

  @Test("has its priority, and its name where it runs in it", arguments: Hold.allCases)
  func task(hold: Hold) async {
    let store = Store(initialState: Named.State()) {
      Named()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
    }
    await store.send(.begin(hold)).finish()
    if hold == .behind {
      // What stands before it is not to wait for processors that are idle.
      #expect(store.state.priorities.count == 1)
      #expect(store.state.priorities != [.background])
    } else {
      #expect(store.state.priorities == [.background])
    }
    // A throttled effect runs in a part of its task.
    #expect(store.state.names == [hold == .throttle ? nil : "save"])
  }
}
