import Pando
import Testing

/// That this file compiles at all is half of the test: each form of an operator that the compiler had to
/// try would double the time that the chain takes. `Scripts/measure-chains` measures it.
@Suite("Sixteen children in a row")
struct LongChainTests {
  @Test("each gets its actions, whatever holds it")
  func chain() {
    var initial = Thicket.State()
    initial.child0 = Leaf.State(id: 0)
    initial.child1 = Leaf.State(id: 1)
    initial.child2 = [Leaf.State(id: 2)]
    initial.child3.append(Leaf.State(id: 3))
    let store = Store(initialState: initial) { Thicket() }
    store.send(.child0(.tapped))
    store.send(.child1(.presented(.tapped)))
    store.send(.child2(.element(id: 2, action: .tapped)))
    store.send(.child3(.element(id: store.state.child3.ids.first!, action: .tapped)))
    #expect(store.state.child0?.taps == 1)
    #expect(store.state.child1?.taps == 1)
    #expect(store.state.child2[id: 2]?.taps == 1)
    #expect(store.state.child3[0].taps == 1)
    store.send(.child1(.dismiss))
    #expect(store.state.child1 == nil)
  }

  @Test("an optional child's action need have no case paths")
  func plainAction() {
    let store = Store(initialState: PlainParent.State(child: 1)) { PlainParent() }
    store.send(.child(PlainParent.Step(size: 2)))
    #expect(store.state.child == 3)
  }

  @Test("an alert with an empty closure is over with its action", arguments: [false, true])
  func emptyClosure(isPresented: Bool) {
    let store = Store(
      initialState: Alerting.State(plain: AlertState { TextState("Sure?") })
    ) { Alerting() }
    store.send(.show)
    if isPresented { store.send(.presented(.presented(1))) } else { store.send(.plain(1)) }
    #expect((store.state.presented == nil) == isPresented)
    #expect((store.state.plain == nil) == !isPresented)
  }
}

@Reducer
private struct Leaf {
  struct State: Equatable, Identifiable {
    var id: Int
    var taps = 0
  }
  enum Action { case tapped }
  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.taps += 1
      return .none
    }
  }
}

@Reducer
private struct Thicket {
  struct State: Equatable {
    var child0: Leaf.State?
    @Presents var child1: Leaf.State?
    var child2: IdentifiedArrayOf<Leaf.State> = []
    var child3 = StackState<Leaf.State>()
    var child4: Leaf.State?
    @Presents var child5: Leaf.State?
    var child6: IdentifiedArrayOf<Leaf.State> = []
    var child7 = StackState<Leaf.State>()
    var child8: Leaf.State?
    @Presents var child9: Leaf.State?
    var child10: IdentifiedArrayOf<Leaf.State> = []
    var child11 = StackState<Leaf.State>()
    var child12: Leaf.State?
    @Presents var child13: Leaf.State?
    var child14: IdentifiedArrayOf<Leaf.State> = []
    var child15 = StackState<Leaf.State>()
  }
  enum Action {
    case child0(Leaf.Action)
    case child1(PresentationAction<Leaf.Action>)
    case child2(IdentifiedActionOf<Leaf>)
    case child3(StackActionOf<Leaf>)
    case child4(Leaf.Action)
    case child5(PresentationAction<Leaf.Action>)
    case child6(IdentifiedActionOf<Leaf>)
    case child7(StackActionOf<Leaf>)
    case child8(Leaf.Action)
    case child9(PresentationAction<Leaf.Action>)
    case child10(IdentifiedActionOf<Leaf>)
    case child11(StackActionOf<Leaf>)
    case child12(Leaf.Action)
    case child13(PresentationAction<Leaf.Action>)
    case child14(IdentifiedActionOf<Leaf>)
    case child15(StackActionOf<Leaf>)
  }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      .ifLet(\.child0, action: \.child0) { Leaf() }
      .ifLet(\.$child1, action: \.child1) { Leaf() }
      .forEach(\.child2, action: \.child2) { Leaf() }
      .forEach(\.child3, action: \.child3) { Leaf() }
      .ifLet(\.child4, action: \.child4) { Leaf() }
      .ifLet(\.$child5, action: \.child5) { Leaf() }
      .forEach(\.child6, action: \.child6) { Leaf() }
      .forEach(\.child7, action: \.child7) { Leaf() }
      .ifLet(\.child8, action: \.child8) { Leaf() }
      .ifLet(\.$child9, action: \.child9) { Leaf() }
      .forEach(\.child10, action: \.child10) { Leaf() }
      .forEach(\.child11, action: \.child11) { Leaf() }
      .ifLet(\.child12, action: \.child12) { Leaf() }
      .ifLet(\.$child13, action: \.child13) { Leaf() }
      .forEach(\.child14, action: \.child14) { Leaf() }
      .forEach(\.child15, action: \.child15) { Leaf() }
  }
}

@Reducer
private struct PlainParent {
  struct Step: Sendable { var size: Int }
  struct State: Equatable { var child: Int? }
  enum Action { case child(Step) }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      .ifLet(\.child, action: \.child) {
        Reduce { state, step in
          state += step.size
          return .none
        }
      }
  }
}

@Reducer
private struct Alerting {
  struct State: Equatable {
    var plain: AlertState<Int>?
    @Presents var presented: AlertState<Int>?
  }
  enum Action {
    case show
    case plain(Int)
    case presented(PresentationAction<Int>)
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .show = action { state.presented = AlertState { TextState("Sure?") } }
      return .none
    }
    .ifLet(\.plain, action: \.plain) {}
    .ifLet(\.$presented, action: \.presented) {}
  }
}
