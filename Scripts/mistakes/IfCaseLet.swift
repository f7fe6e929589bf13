import Pando

@Reducer
struct Struct {
  @ObservableState
  struct State { var child = Child.State(id: 0) }
  enum Action { case child(Child.Action) }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      // error: run a child that is always there by 'Scope(state: \.child,
      //   action: \.child)', and one that may be nil by 'ifLet(\.child, action: \.child)'
      .ifCaseLet(\.child, action: \.child) { Child() }
  }
}

@Reducer
struct StructWithOptional {
  @ObservableState
  struct State { var child: Child.State? }
  enum Action { case child(Child.Action) }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      // error: run a child that is always there by 'Scope(state: \.child,
      //   action: \.child)', and one that may be nil by 'ifLet(\.child, action: \.child)'
      .ifCaseLet(\.child, action: \.child) { Child() }
  }
}
