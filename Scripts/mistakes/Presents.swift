import Pando

@Reducer
struct NotOptional {
  @ObservableState
  struct State: Equatable {
    // error: '@Presents' needs one 'var' of an optional type that is spelled out
    @Presents var child: Child.State
  }
  enum Action { case child(PresentationAction<Child.Action>) }
  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.child = Child.State(id: 1)
      return .none
    }
    .ifLet(\.$child, action: \.child) { Child() }
  }
}

@Reducer
struct NotObservable {
  struct State {
    // error: '@Presents' needs one 'var' of an optional type that is spelled out
    @Presents var child: Child.State
  }
  enum Action { case child(PresentationAction<Child.Action>) }
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.$child, action: \.child) { Child() }
  }
}

@Reducer
struct NotSpelledOut {
  @ObservableState
  struct State {
    // error: '@Presents' needs one 'var' of an optional type that is spelled out
    @Presents var child = Child.State(id: 0)
  }
  enum Action { case child(PresentationAction<Child.Action>) }
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.$child, action: \.child) { Child() }
  }
}
