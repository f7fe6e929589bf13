import Pando
import PandoEnvironment
import Testing

private struct State: Equatable, Sendable {
  var counts: [String: Int] = ["a": 0, "b": 0]
  var rows: [Int] = [0, 0]
}

@CasePathable
private enum CountAction: Sendable { case add(Int), addLater(Int) }

@CasePathable
private enum Action: Sendable {
  case value(String, CountAction)
  case entry(key: String, action: CountAction)
  case row(Int, CountAction)
  case cell(index: Int, action: CountAction)
}

private let counter = Reducer<Int, CountAction, Int> { state, action, factor in
  switch action {
  case .add(let number):
    state += number * factor
    return .none
  case .addLater(let number):
    return .run { await $0(.add(number)) }
  }
}

@Suite("forEach(state:action:environment:) over a dictionary")
struct ForEachValueTests {
  private let reducer = Reducer<State, Action, Int>.combine(
    counter.forEach(state: \.counts, action: \.value, environment: { $0 }),
    counter.forEach(state: \.counts, action: \.entry, environment: { $0 }))

  @Test("the value of the key changes, and its effects come back to it")
  func changes() async {
    let store = makeStore(State(), reducer, 10)
    await store.send(.value("a", .addLater(2))).finish()
    await store.send(.entry(key: "b", action: .addLater(3))).finish()
    #expect(store.state.counts == ["a": 20, "b": 30])
  }

  @Test("an action for a missing key is dropped with a warning")
  func warning() {
    var state = State()
    expectWarning(#"A "forEach" at "PandoEnvironmentTests/ForEachValueTests.swift:"#, "Key: z") {
      _ = reducer.run(&state, .value("z", .add(1)), 1)
    }
    #expect(state == State())
  }
}

@Suite("forEach(state:action:environment:) over an array, which is deprecated")
struct ForEachIndexTests {
  @available(*, deprecated)
  private func makeReducer() -> Reducer<State, Action, Int> {
    .combine(
      counter.forEach(state: \.rows, action: \.row, environment: { $0 }),
      counter.forEach(state: \.rows, action: \.cell, environment: { $0 }))
  }

  @available(*, deprecated)
  @Test("the element at the position changes, and its effects come back to it")
  func changes() async {
    let store = makeStore(State(), makeReducer(), 10)
    await store.send(.row(0, .addLater(2))).finish()
    await store.send(.cell(index: 1, action: .addLater(3))).finish()
    #expect(store.state.rows == [20, 30])
  }

  @available(*, deprecated)
  @Test("an action for a position that is not there is dropped with a warning", arguments: [2, -1])
  func warning(index: Int) {
    var state = State()
    expectWarning(
      #"A "forEach" at "PandoEnvironmentTests/ForEachValueTests.swift:"#, "Index: \(index)"
    ) {
      _ = makeReducer().run(&state, .row(index, .add(1)), 1)
    }
    #expect(state == State())
  }
}
