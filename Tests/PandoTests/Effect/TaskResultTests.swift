import Pando
import Testing

@Suite("A result with any error in the actions of a hosted feature")
struct TaskResultTests {
  @Test("crosses to the worker and back", arguments: [false, true])
  func hosted(fails: Bool) async {
    let store = Store(initialState: WeighingRoom.State()) { WeighingRoom() }
    await store.send(.scale(.ask(fails: fails))).finish()
    #expect(store.state.scale.text == (fails ? "tooHeavy" : "7"))
  }

  private enum Failure: Error { case offline }

  @Test("has a domain without an address, which would be another in each process")
  func privateError() {
    let domain = CodableError(Failure.offline).domain
    #expect(!domain.contains("$"))
    #expect(domain.hasSuffix("Failure"))
  }

  @Test("is equal where the errors tell the same, also after crossing")
  func equality() {
    let failure = TaskResult<Int>.failure(Scale.Failure.tooHeavy)
    #expect(failure == .failure(CodableError(Scale.Failure.tooHeavy)))
    #expect(failure != .success(1))
    #expect(TaskResult<Int>(.success(1) as Result<Int, any Error>) == .success(1))
  }
}

@Reducer
private struct Scale {
  enum Failure: Error { case tooHeavy }
  struct State: Codable, Equatable { var text = "" }
  enum Action: Codable {
    case ask(fails: Bool)
    case answer(TaskResult<Int>)
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .ask(let fails):
        return .run { send in
          await send(
            .answer(
              TaskResult {
                if fails { throw Failure.tooHeavy }
                return 7
              }))
        }
      case .answer(.success(let weight)):
        state.text = "\(weight)"
        return .none
      case .answer(.failure(let error)):
        state.text = CodableError(error).description
        return .none
      }
    }
  }
}

@Reducer
private struct WeighingRoom {
  struct State: Equatable { var scale = Scale.State() }
  enum Action { case scale(Scale.Action) }
  var body: some ReducerOf<Self> {
    Scope(state: \.scale, action: \.scale) { Scale().hosted() }
  }
}
