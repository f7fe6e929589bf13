import Dispatch
import Pando
import PandoEnvironment
import Testing

private struct State: Sendable { var count = 0, text = "a" }

@CasePathable
private enum Child: Sendable { case up, set(Int) }

@CasePathable
private enum Action: Sendable { case child(Child), row(id: Int, action: Child), rename(String) }

private struct Environment: Sendable {
  let log = Log()
  let queue = DispatchQueue(label: "DebugTests")

  var debug: DebugEnvironment { DebugEnvironment(printer: { log.append($0) }, queue: queue) }

  /// The lines that were printed so far.
  var lines: [String] {
    queue.sync {}
    return log.lines
  }
}

private let reducer = Reducer<State, Action, Environment> { state, action, _ in
  switch action {
  case .child(.up), .row: state.count += 1
  case .child(.set(let count)): state.count = count
  case .rename(let text): state.text = text
  }
  return .none
}

@Suite("debug and debugActions")
struct DebugTests {
  private let environment = Environment()

  private func run(_ reducer: Reducer<State, Action, Environment>, _ actions: Action...) {
    var state = State()
    for action in actions { _ = reducer.run(&state, action, environment) }
  }

  @Test("debug prints the action and the change of the state")
  func state() {
    run(reducer.debug("app", environment: { $0.debug }), .child(.set(2)))
    #expect(
      environment.lines == [
        """
        app: received action:
          Action.child(
            .set(2)
          )
          State(
        -   count: 0,
        +   count: 2,
            text: "a"
          )
        """
      ])
  }

  @Test("debug says when nothing has changed")
  func unchanged() {
    run(reducer.debug(environment: { $0.debug }), .rename("a"))
    #expect(
      environment.lines == [
        """
        received action:
          Action.rename("a")
          (no change of state)
        """
      ])
  }

  @Test("labels leave out what the cases hold")
  func labels() {
    run(
      reducer.debugActions(actionFormat: .labelsOnly, environment: { $0.debug }),
      .child(.up), .child(.set(2)), .row(id: 3, action: .set(4)), .rename("b"))
    let names = environment.lines.map { $0.replacing("received action:\n  ", with: "") }
    #expect(
      names == [
        "Action.child(.up)", "Action.child(.set(_:))", "Action.row(id:, action: .set(_:))",
        "Action.rename(_:)",
      ])
  }

  @Test("debugActions prints nothing of the state")
  func actionsOnly() {
    run(reducer.debugActions("x", environment: { $0.debug }), .rename("b"))
    #expect(environment.lines == ["x: received action:\n  Action.rename(\"b\")"])
  }

  @Test("debug of a part prints only the actions of its case and the change of its state")
  func part() {
    let debugged = reducer.debug(
      state: { $0.count }, action: \.child, environment: { $0.debug })
    run(debugged, .rename("b"), .child(.up))
    #expect(
      environment.lines == [
        """
        received action:
          Child.up
        - 0
        + 1
        """
      ])
  }

  @Test("the reducer does what it does without debug, and messages keep the order of the actions")
  func order() {
    var state = State()
    let debugged = reducer.debugActions(environment: { $0.debug })
    for count in 0..<100 { _ = debugged.run(&state, .child(.set(count)), environment) }
    #expect(state.count == 99)
    #expect(environment.lines.count == 100)
    for (index, line) in environment.lines.enumerated() {
      #expect(line.contains(".set(\(index))"))
    }
  }
}
