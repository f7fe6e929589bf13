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

  enum Cause: CaseIterable {
    case otherChange, change, noChange, unhandled, otherAction, thrown, thrownByReceive

    var line: String {
      switch self {
      case .otherChange: "A state change does not match expectation:"
      case .change: "State was not expected to change, but a change occurred:"
      case .noChange: "Expected state to change, but no change occurred."
      case .unhandled: "Must handle 1 received action before sending an action:"
      case .otherAction: "Received unexpected action:"
      case .thrown, .thrownByReceive: "Threw error: Refusal()"
      }
    }
  }

  @Test(
    "is that of the Composable Architecture where a change or an action is not the expected one",
    arguments: Cause.allCases)
  func same(_ cause: Cause) async {
    let texts = await failures {
      let store = TestStore(initialState: Counter.State()) { Counter() }
      switch cause {
      case .otherChange: await store.send(.up) { $0.count = 2 }
      case .change: await store.send(.up)
      case .noChange: await store.send(.stay) { $0.count = 0 }
      case .unhandled:
        await store.send(.echo)
        await store.send(.stay)
      case .otherAction:
        await store.send(.echo)
        await store.receive(.other)
      case .thrown: await store.send(.up) { _ in throw Refusal() }
      case .thrownByReceive:
        await store.send(.echo)
        await store.receive(.echoed) { _ in throw Refusal() }
      }
    }
    #expect(firstLine(texts) == cause.line)
  }

  enum OwnCause: CaseIterable {
    case nothing, noneOfThem, end

    var line: String {
      switch self {
      case .nothing: "Expected to receive an action, but received none."
      case .noneOfThem: "Expected to receive an action, but received only others:"
      case .end: "The store received 1 unexpected action by the end of the test:"
      }
    }
  }

  @Test("is one of its own where nothing comes that is expected", arguments: OwnCause.allCases)
  func own(_ cause: OwnCause) async {
    let texts = await failures {
      let store = TestStore(initialState: Counter.State()) { Counter() }
      switch cause {
      case .nothing: await store.receive(.echoed)
      case .noneOfThem:
        store.exhaustivity = .off
        await store.send(.echo)
        await store.receive(.other)
      case .end: await store.send(.echo)
      }
    }
    #expect(firstLine(texts) == cause.line)
  }

  private func firstLine(_ texts: [String]) -> String? {
    texts.first.map { String($0.prefix { $0 != "\n" }) }
  }
}
