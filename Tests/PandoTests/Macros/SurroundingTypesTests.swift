import Pando
import Testing

private struct State: Equatable { var count = 0 }
private enum Action { case tapped }

@Suite("Types that a @Reducer takes from around it")
struct SurroundingTypesTests {
  @Test("are those that a method or the type of a body names in an outer type")
  func outer() {
    let reducing = Store(initialState: Clearing.State()) { Clearing.Reducing() }
    reducing.send(.tapped)
    #expect(reducing.state == Clearing.State(trees: 1))
    let building = Store(initialState: Clearing.State()) { Clearing.Building() }
    building.send(.tapped)
    #expect(building.state == Clearing.State(trees: 2))
  }

  @Test("may be one of the two")
  func stateAlone() {
    let store = Store(initialState: Clearing.State()) { Clearing.OwnAction() }
    store.send(.felled)
    #expect(store.state == Clearing.State(trees: -1))
  }

  @Test("may be those of the file")
  func file() {
    let store = Store(initialState: State()) { OfFile() }
    store.send(.tapped)
    #expect(store.state == State(count: 1))
  }

  @Test("may be parameters of an outer type")
  func parameters() {
    let store = Store(initialState: 1) { Box<Int, Int>.Adding { $0 += $1 } }
    store.send(2)
    #expect(store.state == 3)
  }
}

private struct Clearing {
  struct State: Equatable { var trees = 0 }
  enum Action { case tapped }

  @Reducer
  struct Reducing {
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.trees += 1
      return .none
    }
  }

  @Reducer
  struct Building {
    var body: some Reducer<State, Action> {
      Reduce { state, _ in
        state.trees += 2
        return .none
      }
    }
  }

  @Reducer
  struct OwnAction {
    enum Action { case felled }
    var body: some Reducer<State, Action> {
      Reduce { state, _ in
        state.trees -= 1
        return .none
      }
    }
  }
}

@Reducer
private struct OfFile {
  var body: some Reducer<State, Action> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}

private struct Box<State: Sendable, Action: Sendable> {
  @Reducer
  struct Adding {
    let add: (inout State, Action) -> Void

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        add(&state, action)
        return .none
      }
    }
  }
}
