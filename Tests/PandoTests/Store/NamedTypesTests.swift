import Pando
import PandoTesting
import Testing

/// Tests the names that programs of the field spell out, and little else of what they name.
@Suite("Types that are spelled out", .timeLimit(.minutes(15)))
struct NamedTypesTests {
  @Test("a builder takes conditions, loops, optionals and reducers of any type")
  func builder() {
    let store: StoreOf<Sum> = Store(initialState: Sum.State()) { Sum() }
    store.send(.add)
    #expect(store.withState { $0.log } == ["if", "0", "1", "combined", "optional", "any"])
    #expect(store.withState(\.log.count) == store.state.log.count)
  }

  @Test("effects are merged, mapped, and made of an operation that sends")
  func effects() async {
    let store = TestStore(initialState: Sum.State()) { Sum() }
    store.exhaustivity = .off
    store.timeout = .seconds(60)
    await store.send(.merge)
    await store.receive(\.told, 1)
    await store.receive(\.told, 2)
    await store.receive(\.told, 3)
    await store.finish()
  }

  @Test("an effect that does nothing, and one of a feature's own actions")
  func none() async {
    let effect: EffectOf<Sum> = .none
    let merged: Effect<Sum.Action> = .merge(effect, .none)
    let store = Store(initialState: 0) {
      Reduce<Int, Sum.Action> { state, _ in
        state += 1
        return merged
      }
    }
    await store.send(.add).finish()
    #expect(store.state == 1)
  }

  @Test("the task of an action ends the effects that it led to")
  func tasks() async {
    let store = Store(initialState: Sum.State()) { Sum() }
    let task: StoreTask = store.send(.endless)
    task.cancel()
    await task.finish()
    let tested: TestStoreOf<Sum> = TestStore(initialState: Sum.State()) { Sum() }
    tested.exhaustivity = Exhaustivity.off
    let testTask: TestStoreTask = await tested.send(.endless)
    await testTask.cancel()
    await testTask.finish()
  }

  @Test("key paths to cases are values")
  func caseKeyPaths() {
    let told: CaseKeyPath<Sum.Action, Int> = \.told
    let any: PartialCaseKeyPath<Sum.Action> = \.merge
    let path: AnyCasePath<Sum.Action, Int> = AnyCasePath(told)
    #expect(told(3).is(\.told))
    #expect(Sum.Action.merge.is(any))
    #expect(path.extract(from: .told(4)) == 4)
    #expect(path.extract(from: .merge) == nil)
  }

  @Test("the parts of a dialog's buttons")
  func buttons() {
    let role: ButtonStateRole = .destructive
    let action: ButtonStateAction<Int> = .send(3)
    let button = ButtonState<Int>(role: role, action: action) { TextState("Cut") }
    #expect(button.role == .destructive)
    #expect(button.withAction { $0 } == 3)
  }

  @Test("a dismissal is a value that a feature keeps")
  func dismissal() async {
    let store = Store(initialState: Sum.State(child: Leaving.State())) { Sum() }
    await store.send(.child(.presented(.leave))).finish()
    #expect(store.state.child == nil)
  }

  @Test("rows and their actions are named after their feature")
  func rows() {
    let rows: IdentifiedArrayOf<Leaving.State> = [Leaving.State(id: 2)]
    let action: IdentifiedActionOf<Leaving> = .element(id: 2, action: .leave)
    #expect(rows[id: 2] != nil)
    #expect(action.is(\.[id: 2]))
  }
}

@Reducer
private struct Leaving {
  struct State: Equatable, Identifiable { var id = 0 }
  enum Action: Equatable { case leave }
  @Dependency(\.dismiss) var dismiss: DismissEffect
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .run { [dismiss] _ in await dismiss() } }
  }
}

@Reducer
private struct Sum {
  struct State: Equatable {
    var log: [String] = []
    @Presents var child: Leaving.State?
  }
  enum Action {
    case add, endless, merge
    case child(PresentationAction<Leaving.Action>)
    case told(Int)
  }

  var isLogged = true
  var number: Int? = 3

  private func note(_ text: String) -> some Reducer<State, Action> {
    Reduce { state, action in
      if case .add = action { state.log.append(text) }
      return .none
    }
  }

  @ReducerBuilder<State, Action>
  var body: some ReducerOf<Self> {
    if isLogged { note("if") } else { EmptyReducer() }
    for number in 0..<2 { note("\(number)") }
    CombineReducers { note("combined") }
    if number != nil { note("optional") }
    note("any") as any Reducer<State, Action>
    Reduce { _, action in
      switch action {
      case .endless:
        return .run { _ in try await Task.sleep(for: .seconds(1_000)) }
      case .merge:
        let own = Effect<Action>.run { (send: Send<Action>) in await send(.told(2)) }
        return .concatenate(
          .merge(Effect<Int>.send(1).map { .told($0) }), own, .send(.told(3)))
      case .add, .child, .told:
        return .none
      }
    }
    .ifLet(\.$child, action: \.child) { Leaving() }
  }
}
