import Pando
import Testing

@Suite("Store.scope")
struct ScopeTests {
  @Reducer
  struct Row {
    struct State: Codable, Equatable, Identifiable, Sendable {
      let id: Int
      var count = 0
    }

    enum Action: Codable, Sendable { case up }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.count += 1
        return .none
      }
    }
  }

  @Reducer
  struct Modes {
    @CasePathable @dynamicMemberLookup
    enum State: Equatable, Sendable { case one(Row.State), other(String) }
    enum Action: Sendable { case one(Row.Action), other(Never) }

    var body: some ReducerOf<Self> {
      Scope(state: \.one, action: \.one) { Row() }
    }
  }

  @Reducer
  struct App {
    struct State: Equatable, Sendable {
      var rows: IdentifiedArrayOf<Row.State> = [Row.State(id: 1), Row.State(id: 2)]
      var path: StackState<Row.State> = [Row.State(id: 10), Row.State(id: 20)]
      var optional: Row.State? = Row.State(id: 30)
      @Presents var sheet: Row.State?
      @Presents var destination: Modes.State?
      var modes = Modes.State.one(Row.State(id: 3))
    }

    enum Action: Sendable {
      case rows(IdentifiedActionOf<Row>)
      case path(StackActionOf<Row>)
      case optional(Row.Action)
      case sheet(PresentationAction<Row.Action>)
      case destination(PresentationAction<Modes.Action>)
      case modes(Modes.Action)
      case remove(Int), present, switchMode
    }

    let isHosted: Bool

    var body: some ReducerOf<Self> {
      Scope(state: \.modes, action: \.modes) { Modes() }
      Reduce { state, action in
        switch action {
        case .remove(let id):
          state.rows.remove(id: id)
          state.path.removeAll { $0.id == id }
          state.optional = nil
        case .present:
          state.sheet = Row.State(id: 4)
          state.destination = .one(Row.State(id: 5))
        case .switchMode:
          state.modes = .other("x")
          state.destination = .other("y")
        default: break
        }
        return .none
      }
      .forEach(\.rows, action: \.rows) { row }
      .forEach(\.path, action: \.path) { row }
      .ifLet(\.optional, action: \.optional) { row }
      .ifLet(\.$sheet, action: \.sheet) { row }
      .ifLet(\.$destination, action: \.destination) { Modes() }
    }

    @ReducerBuilder<Row.State, Row.Action>
    private var row: some ReducerOf<Row> {
      if isHosted { Row().hosted() } else { Row() }
    }
  }

  private func makeStore(isHosted: Bool) -> StoreOf<App> {
    Store(initialState: App.State()) { App(isHosted: isHosted) }
  }

  @Test("rows have stores, which follow their element", arguments: [false, true])
  func rows(isHosted: Bool) async throws {
    let store = makeStore(isHosted: isHosted)
    let rows = store.scope(state: \.rows, action: \.rows)
    #expect(rows.map(\.state.id) == [1, 2])
    #expect(rows.ids == [1, 2])
    let second = rows[1]
    await second.send(.up).finish()
    store.send(.remove(1))
    await second.send(.up).finish()
    #expect(second.state.count == 2)
    #expect(rows.count == 2)
    #expect(store.scope(state: \.rows, action: \.rows).count == 1)
    #expect(try #require(rows[id: 2]).state.count == 2)
    #expect(rows[id: 7] == nil)
  }

  @Test("a removed element's store keeps its last state, and its actions are reported")
  func removedRow() async {
    let store = makeStore(isHosted: false)
    let first = store.scope(state: \.rows, action: \.rows)[0]
    store.send(.remove(1))
    #expect(first.state == Row.State(id: 1))
    await withKnownIssue {
      await first.send(.up).finish()
    } matching: {
      "\($0)".contains("received an action for a missing element")
    }
  }

  @Test("the elements of a stack have stores", arguments: [false, true])
  func stack(isHosted: Bool) async {
    let store = makeStore(isHosted: isHosted)
    let pages = store.scope(state: \.path, action: \.path)
    #expect(pages.ids == [0, 1])
    store.send(.remove(10))
    await pages[1].send(.up).finish()
    #expect(pages[1].state == Row.State(id: 20, count: 1))
    #expect(store.state.path.map(\.count) == [1])
  }

  @Test("presented features have stores while they are presented", arguments: [false, true])
  func presentation(isHosted: Bool) async throws {
    let store = makeStore(isHosted: isHosted)
    #expect(store.scope(state: \.sheet, action: \.sheet) == nil)
    store.send(.present)
    let sheet = try #require(store.scope(state: \.sheet, action: \.sheet))
    await sheet.send(.up).finish()
    #expect(store.state.sheet?.count == 1)
    let one = try #require(
      store.scope(state: \.destination?.one, action: \.destination.one))
    one.send(.up)
    #expect(one.state.count == 1)
    store.send(.switchMode)
    #expect(store.scope(state: \.destination?.one, action: \.destination.one) == nil)
  }

  @Test("a case of an enum has a store while the state is in it")
  func enumState() throws {
    let store = makeStore(isHosted: false)
    let modes = store.scope(state: \.modes, action: \.modes)
    let one = try #require(modes.scope(state: \.one, action: \.one))
    one.send(.up)
    #expect(store.state.modes == .one(Row.State(id: 3, count: 1)))
    store.send(.switchMode)
    #expect(modes.scope(state: \.one, action: \.one) == nil)
  }

  @Test(
    "ifLet calls the first function with a store, or else the second", arguments: [false, true])
  func ifLet(isHosted: Bool) async {
    let store = makeStore(isHosted: isHosted)
    let optional: Store<Row.State?, Row.Action> = store.scope(
      state: \.optional, action: \.optional)
    var rows: [StoreOf<Row>] = []
    var absences = 0
    optional.ifLet(then: { rows.append($0) }, else: { absences += 1 })
    await rows.first?.send(.up).finish()
    #expect(store.state.optional?.count == 1)
    #expect(absences == 0)
    store.send(.remove(0))
    optional.ifLet(then: { rows.append($0) }, else: { absences += 1 })
    #expect(rows.count == 1)
    #expect(absences == 1)
  }
}
