import Pando
import Testing

@Suite("A child whose state is an enum of its own", .timeLimit(.minutes(15)))
struct EnumStateTests {
  @Reducer
  struct Download {
    enum State: Codable, Equatable, Sendable { case idle, running(Int), done }
    enum Action: Codable, Sendable { case start, finished }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .start:
          state = .running(1)
          return .run { send in await send(.finished) }
        case .finished:
          state = .done
          return .none
        }
      }
    }
  }

  @Reducer
  struct Parent {
    struct State: Equatable, Sendable {
      var plain: Download.State? = .idle
      @Presents var sheet: Download.State? = .idle
    }

    enum Action: Sendable {
      case plain(Download.Action)
      case sheet(PresentationAction<Download.Action>)
    }

    let isHosted: Bool

    var body: some ReducerOf<Self> {
      EmptyReducer()
        .ifLet(\.plain, action: \.plain) {
          if isHosted { Download().hosted() } else { Download() }
        }
        .ifLet(\.$sheet, action: \.sheet) {
          if isHosted { Download().hosted() } else { Download() }
        }
    }
  }

  @Test("keeps its effects when it changes its case", arguments: [false, true])
  func ownChange(isHosted: Bool) async {
    let store = Store(initialState: Parent.State()) { Parent(isHosted: isHosted) }
    await store.send(.plain(.start)).finish()
    await store.send(.sheet(.presented(.start))).finish()
    #expect(store.withState { $0.plain } == .done)
    #expect(store.withState { $0.sheet } == .done)
    await store.stop()
  }
}
