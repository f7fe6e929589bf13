import Pando
import PandoTesting

/// Has a hosted child tick.
@Reducer
struct Relay {
  struct State: Equatable, Sendable { var lookup = Lookup.State() }

  @CasePathable enum Action: Equatable, Sendable {
    case begin
    case lookup(Lookup.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { _, action in action == .begin ? .send(.lookup(.tick)) : .none }
    Scope(state: \.lookup, action: \.lookup) { Lookup().hosted() }
  }
}

/// A test's store of a relay, on workers of its own unless it is given others.
func makeRelay(
  hosting: Hosting? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> TestStoreOf<Relay> {
  TestStore(
    initialState: Relay.State(), reducer: { Relay() },
    withDependencies: {
      $0.continuousClock = TestClock()
      if let hosting { $0.hosting = hosting }
    }, fileID: fileID, filePath: filePath, line: line, column: column)
}
