import Pando
import PandoTesting
import Testing

/// Holds docs/COMPATIBILITY.md to what it says of the failures of a test store: where they begin as those of the
/// Composable Architecture, and where they say it in words of their own.
@Suite("The first line of a failure")
struct FirstLineTests {
  @Reducer
  struct Counter {
    struct State: Equatable { var count = 0 }
    enum Action: Equatable { case up, stay, echo, echoed, other }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .up: state.count += 1
        case .stay, .echoed, .other: break
        case .echo: return .run { send in await send(.echoed) }
        }
        return .none
      }
    }
  }

  struct Refusal: Error {}

  typealias Test = @Sendable (TestStoreOf<Counter>) async -> Void

  private func firstLines(_ test: Test) async -> [String] {
    await failures {
      let store = TestStore(initialState: Counter.State()) { Counter() }
      await test(store)
    }
    .map { String($0.prefix { $0 != "\n" }) }
  }

  @Test(
    "is that of the Composable Architecture where a change or an action is not the expected one",
    arguments: [
      (
        "A state change does not match expectation:",
        { await $0.send(.up) { $0.count = 2 } }
      ),
      (
        "State was not expected to change, but a change occurred:",
        { await $0.send(.up) }
      ),
      (
        "Expected state to change, but no change occurred.",
        { await $0.send(.stay) { $0.count = 0 } }
      ),
      (
        "Must handle 1 received action before sending an action:",
        {
          await $0.send(.echo)
          await $0.send(.stay)
        }
      ),
      (
        "Received unexpected action:",
        {
          await $0.send(.echo)
          await $0.receive(.other)
        }
      ),
      (
        "Threw error: Refusal()",
        { await $0.send(.up) { _ in throw Refusal() } }
      ),
      (
        "Threw error: Refusal()",
        {
          await $0.send(.echo)
          await $0.receive(.echoed) { _ in throw Refusal() }
        }
      ),
    ] as [(String, Test)])
  func same(_ line: String, _ test: @escaping Test) async {
    #expect(await firstLines(test).first == line)
  }

  @Test(
    "is one of its own where nothing came, or not the expected one of several",
    arguments: [
      (
        "Expected to receive an action, but received none.",
        { await $0.receive(.echoed) }
      ),
      (
        "Expected to receive an action, but received only others:",
        {
          $0.exhaustivity = .off
          await $0.send(.echo)
          await $0.receive(.other)
        }
      ),
      (
        "Received unexpected action:",
        {
          await $0.send(.echo)
          await $0.receive { $0 == .other }
        }
      ),
      (
        "The store received 1 unexpected action by the end of the test:",
        { await $0.send(.echo) }
      ),
    ] as [(String, Test)])
  func own(_ line: String, _ test: @escaping Test) async {
    #expect(await firstLines(test).first == line)
  }
}
