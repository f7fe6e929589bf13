import Pando
import Testing

/// Tests the forms of actions of elements from before `IdentifiedAction`.
@Suite("forEach over actions that are pairs")
struct PairActionTests {
  @Test("runs the element, and its pair is matched in a switch", arguments: [false, true])
  @available(*, deprecated)
  func pairs(isLabelled: Bool) async {
    let store = Store(initialState: Table.State()) { Table(isLabelled: isLabelled) }
    if isLabelled {
      await store.send(.row(id: 2, action: .tapped)).finish()
    } else {
      await store.send(.pair(2, .tapped)).finish()
    }
    #expect(store.withState { $0.rows[id: 2]?.taps } == 12)
    #expect(store.withState { $0.rows[id: 1]?.taps } == 0)
  }

  @Test("an identified action is matched in a switch with and without labels")
  func identified() {
    let action = IdentifiedAction<Int, Row.Action>.element(id: 2, action: .told)
    func text(_ action: IdentifiedAction<Int, Row.Action>) -> String {
      switch action {
      case .element(id: 1, action: .tapped): "first"
      case let .element(id, .told): "told \(id)"
      case let .element(id: id, action: action): "\(id) \(action)"
      }
    }
    #expect(text(action) == "told 2")
    #expect(text(.element(id: 3, action: .tapped)) == "3 tapped")
  }
}

@Reducer
private struct Row {
  struct State: Equatable, Identifiable {
    let id: Int
    var taps = 0
  }
  enum Action { case tapped, told }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.taps += 1
      return action.is(\.tapped) ? .send(.told) : .none
    }
  }
}

@Reducer
@available(*, deprecated)
private struct Table {
  let isLabelled: Bool

  struct State: Equatable {
    var rows: IdentifiedArrayOf<Row.State> = [Row.State(id: 1), Row.State(id: 2)]
  }

  enum Action {
    case pair(Row.State.ID, Row.Action)
    case row(id: Row.State.ID, action: Row.Action)
  }

  @ReducerBuilder<State, Action>
  var body: some ReducerOf<Self> {
    if isLabelled {
      logic.forEach(\.rows, action: \.row) { Row() }
    } else {
      logic.forEach(\.rows, action: /Action.pair) { Row() }
    }
  }

  private var logic: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .row(id: let id, action: .told), .pair(let id, .told): state.rows[id: id]?.taps += 10
      case .row(id: _, action: .tapped), .pair(_, .tapped): break
      }
      return .none
    }
  }
}
