import Pando

/// A mistake at the end of a chain, each link of which multiplies what the compiler tries.
@Reducer
struct Chain {
  struct State {
    @Presents var a: Child.State?
    var b: Child.State?
    var c: IdentifiedArrayOf<Child.State> = []
    var d = StackState<Child.State>()
    @Presents var e: Child.State?
  }
  enum Action {
    case a(PresentationAction<Child.Action>)
    case b(Child.Action)
    case c(IdentifiedActionOf<Child>)
    case d(StackActionOf<Child>)
    case e(PresentationAction<Child.Action>)
  }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      .ifLet(\.$a, action: \.a) { Child() }
      .ifLet(\.b, action: \.b) { Child() }
      .forEach(\.c, action: \.c) { Child() }
      .forEach(\.d, action: \.d) { Child() }
      // error: '\.$child' is of '@Presents var child: Child.State?'
      .ifLet(\.e, action: \.e) { Child() }
  }
}
