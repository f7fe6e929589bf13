import Pando
import PandoEnvironment
import Testing

private struct ChildState: Sendable { var dismissals = 0 }

@CasePathable
private enum ChildAction: Sendable { case dismiss }

private struct ChildEnvironment: Sendable { let log: Log }

private struct ParentState: Sendable {
  var child: ChildState?
  var order: [String] = []
}

@CasePathable
private enum ParentAction: Sendable { case child(ChildAction), add(String) }

private struct ParentEnvironment: Sendable {
  let log = Log()
  var child: ChildEnvironment { ChildEnvironment(log: log) }
}

private let childReducer = Reducer<ChildState, ChildAction, ChildEnvironment> {
  state, action, environment in
  switch action {
  case .dismiss:
    state.dismissals += 1
    environment.log.append("child dismissed")
    return .none
  }
}

private let dismissal = Reducer<ParentState, ParentAction, ParentEnvironment> {
  state, action, environment in
  switch action {
  case .child(.dismiss):
    environment.log.append("parent dismisses \(state.child?.dismissals ?? -1)")
    state.child = nil
    return .none
  case .add:
    return .none
  }
}

private func appending(_ name: String) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
  Reducer { state, action, _ in
    guard case .add(let text) = action else { return .none }
    state.order.append(name + text)
    return text.isEmpty ? .send(.add(name)) : .none
  }
}

@Suite("combine(_:) and combined(with:)")
struct CombineTests {
  @Test("a list runs from left to right, and its effects are merged in that order")
  func list() async {
    let reducer = Reducer.combine(appending("a"), appending("b"), appending("c"))
    let store = makeStore(ParentState(), reducer, ParentEnvironment())
    await store.send(.add("")).finish()
    #expect(
      store.state.order
        == ["a", "b", "c", "aa", "ba", "ca", "ab", "bb", "cb", "ac", "bc", "cc"])
  }

  @Test("an array is combined like a list, and an empty one does nothing")
  func array() {
    var state = ParentState()
    _ = Reducer.combine(["x", "y"].map { appending($0) }).run(
      &state, .add("1"), ParentEnvironment())
    _ = Reducer.combine([]).run(&state, ParentAction.add("2"), ParentEnvironment())
    #expect(state.order == ["x1", "y1"])
  }

  @Test("combined(with:) runs the receiver first")
  func combined() {
    var state = ParentState()
    _ = appending("a").combined(with: appending("b")).run(&state, .add("1"), ParentEnvironment())
    #expect(state.order == ["a1", "b1"])
  }

  @Test("a child combined before its parent reacts to the action with which the parent ends it")
  func childFirst() {
    let parentReducer = Reducer<ParentState, ParentAction, ParentEnvironment>.combine(
      childReducer.optional().pullback(
        state: \.child,
        action: \.child,
        environment: { $0.child }
      ),
      Reducer { state, action, environment in
        switch action {
        case .child(.dismiss):
          state.child = nil
          return .none
        case .add:
          return .none
        }
      }
    )
    var state = ParentState(child: ChildState())
    let environment = ParentEnvironment()
    _ = parentReducer.run(&state, .child(.dismiss), environment)
    #expect(state.child == nil)
    #expect(environment.log.lines == ["child dismissed"])
  }

  @Test("combined(with:) puts a child before its parent too")
  func childCombinedWithParent() {
    let parentReducer: Reducer<ParentState, ParentAction, ParentEnvironment> =
      childReducer
      .optional()
      .pullback(
        state: \.child,
        action: \.child,
        environment: { $0.child }
      )
      .combined(with: dismissal)
    var state = ParentState(child: ChildState())
    let environment = ParentEnvironment()
    _ = parentReducer.run(&state, .child(.dismiss), environment)
    #expect(environment.log.lines == ["child dismissed", "parent dismisses 1"])
  }

  @Test("a child combined after its parent never sees that action, and a warning says so")
  func parentFirst() {
    let parentReducer = Reducer.combine(
      dismissal,
      childReducer.optional().pullback(state: \.child, action: \.child, environment: { $0.child }))
    var state = ParentState(child: ChildState())
    let environment = ParentEnvironment()
    expectWarning(#"An "optional" at "PandoEnvironmentTests/CombineTests.swift:"#) {
      _ = parentReducer.run(&state, .child(.dismiss), environment)
    }
    #expect(environment.log.lines == ["parent dismisses 0"])
  }
}
