import Pando
import PandoEnvironment
import Testing

@CasePathable
private enum State: Equatable, Sendable { case number(Int), text(String) }

private struct Collections: Equatable, Sendable {
  struct Row: Identifiable, Equatable, Sendable { let id: Int, count: Int }
  var rows: IdentifiedArrayOf<Row> = [Row(id: 1, count: 0)]
  var counts = ["a": 0]
}

@CasePathable
private enum Action: Sendable { case number(Int), row(Int, Int), value(String, Int) }

private let adder = Reducer<Int, Int, Void> { state, action, _ in
  state += action
  return .none
}

private let rowReducer = Reducer<Collections.Row, Int, Void> { state, action, _ in
  state = Collections.Row(id: state.id, count: state.count + action)
  return .none
}

@Suite("The deprecated forms with breakpointOnNil do what those without it do")
struct BreakpointOnNilTests {
  @available(*, deprecated)
  private func makeNumber() -> Reducer<State, Action, Void> {
    adder.pullback(
      state: \.number, action: \.number, environment: { $0 }, breakpointOnNil: false)
  }

  @available(*, deprecated)
  private func makeNumberByPath() -> Reducer<State, Action, Void> {
    adder.pullback(
      state: CasePath(\State.Cases.number), action: CasePath(\Action.Cases.number),
      environment: { $0 }, breakpointOnNil: true)
  }

  @available(*, deprecated)
  private func makeOptional() -> Reducer<Int?, Int, Void> {
    adder.optional(breakpointOnNil: true)
  }

  @available(*, deprecated)
  private func makeCollections() -> Reducer<Collections, Action, Void> {
    .combine(
      rowReducer.forEach(
        state: \.rows, action: CasePath(\Action.Cases.row), environment: { $0 },
        breakpointOnNil: true),
      adder.forEach(
        state: \.counts, action: CasePath(\Action.Cases.value), environment: { $0 },
        breakpointOnNil: true))
  }

  @available(*, deprecated)
  @Test("pullback by case path")
  func pullback() {
    for reducer in [makeNumber(), makeNumberByPath()] {
      var state = State.number(1)
      _ = reducer.run(&state, .number(2), ())
      #expect(state == .number(3))
      state = .text("")
      expectWarning(#"A "pullback" at "PandoEnvironmentTests/BreakpointOnNilTests.swift:"#) {
        _ = reducer.run(&state, .number(2), ())
      }
    }
  }

  @available(*, deprecated)
  @Test("optional")
  func optional() {
    var state: Int? = 1
    _ = makeOptional().run(&state, 2, ())
    #expect(state == 3)
    state = nil
    expectWarning(#"An "optional" at "PandoEnvironmentTests/BreakpointOnNilTests.swift:"#) {
      _ = makeOptional().run(&state, 2, ())
    }
  }

  @available(*, deprecated)
  @Test("forEach over an identified array, and over a dictionary")
  func forEach() {
    var state = Collections()
    let reducer = makeCollections()
    _ = reducer.run(&state, .row(1, 5), ())
    _ = reducer.run(&state, .value("a", 6), ())
    #expect(state.rows[id: 1]?.count == 5)
    #expect(state.counts == ["a": 6])
    expectWarning(#"A "forEach" at "PandoEnvironmentTests/BreakpointOnNilTests.swift:"#) {
      _ = reducer.run(&state, .row(2, 5), ())
    }
    expectWarning("Key: b") { _ = reducer.run(&state, .value("b", 5), ()) }
  }
}
