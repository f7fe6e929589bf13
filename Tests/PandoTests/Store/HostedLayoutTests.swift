import Pando
import Testing

/// A child's state may end within its stride: what lies behind it there is its parent's.
@Suite("Hosted state that does not fill its stride")
struct HostedLayoutTests {
  @Reducer
  struct Dial {
    struct State: Codable, Equatable, Identifiable, Sendable {
      var id = 0
      var turns: UInt8 = 0
    }

    enum Action: Codable, Equatable, Sendable {
      case turn
    }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.turns += 1
        return .none
      }
    }
  }

  @CasePathable
  enum Page: Sendable {
    case dial(Dial.State)
    case closed(Int)
  }

  @Reducer
  struct Panel {
    struct State: Sendable {
      var plain = Dial.State()
      var besidePlain: UInt8 = 11
      var optional: Dial.State? = Dial.State()
      var besideOptional: UInt8 = 22
      var page = Page.dial(Dial.State())
      var besidePage: UInt8 = 33
      var rows: IdentifiedArray<Int, Dial.State> = [Dial.State(id: 1), Dial.State(id: 2)]
    }

    enum Action: Sendable {
      case plain(Dial.Action)
      case optional(Dial.Action)
      case page(Dial.Action)
      case rows(IdentifiedAction<Int, Dial.Action>)
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.plain, action: \.plain) { Dial().hosted() }
      Scope(state: \.page, action: \.self) {
        EmptyReducer().ifCaseLet(\.dial, action: \.page) { Dial().hosted() }
      }
      EmptyReducer()
        .ifLet(\.optional, action: \.optional) { Dial().hosted() }
        .forEach(\.rows, action: \.rows) { Dial().hosted() }
    }
  }

  @Test("A commit changes the child and nothing beside it")
  func commits() async {
    #expect(MemoryLayout<Dial.State>.size < MemoryLayout<Dial.State>.stride)
    let store = Store(initialState: Panel.State()) {
      Panel()
    } withDependencies: {
      $0.hosting = .inProcess
    }
    for round in UInt8(1)...3 {
      await store.send(.plain(.turn)).finish()
      await store.send(.optional(.turn)).finish()
      await store.send(.page(.turn)).finish()
      await store.send(.rows(.element(id: 1, action: .turn))).finish()
      let state = store.state
      #expect(state.plain.turns == round)
      #expect(state.besidePlain == 11)
      #expect(state.optional?.turns == round)
      #expect(state.besideOptional == 22)
      #expect(state.page[case: \.dial]?.turns == round)
      #expect(state.besidePage == 33)
      #expect(state.rows[id: 1]?.turns == round)
      #expect(state.rows[id: 2] == Dial.State(id: 2))
    }
  }
}
