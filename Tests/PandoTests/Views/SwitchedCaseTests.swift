import Pando
import Synchronization
import Testing

@Suite("A view of the case of a state")
struct SwitchedCaseTests {
  @Reducer
  struct Guide {
    @CasePathable
    enum State: CustomStringConvertible, Equatable, Sendable {
      case first, second
      var description: String { "a step" }
    }

    enum Action: Sendable {
      case next
    }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state = .second
        return .none
      }
    }
  }

  struct GuideView: StoreView {
    let store: StoreOf<Guide>

    var body: Lines {
      SwitchStore(store) { state in
        switch state {
        case .first: Lines("first")
        case .second: Lines("second")
        }
      }
    }
  }

  @Test("shows another, though all say the same of themselves")
  func described() async {
    let store = Store(initialState: Guide.State.first) { Guide() }
    let shown = Mutex<[Lines]>([])
    let frames = Task {
      for await frame in ViewRenderer(store, view: GuideView.init) {
        shown.withLock { $0.append(frame) }
      }
    }
    await eventually { shown.withLock { $0 == [Lines("first")] } }
    await store.send(.next).finish()
    await eventually { shown.withLock { $0 == [Lines("first"), Lines("second")] } }
    await store.stop()
    await frames.value
  }
}
