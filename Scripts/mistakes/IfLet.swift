import Pando

@Reducer
struct WithoutDollar {
  @ObservableState
  struct State { @Presents var child: Child.State? }
  enum Action { case child(PresentationAction<Child.Action>) }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      // error: '\.$child' is of '@Presents var child: Child.State?' and goes with
      //   'case child(PresentationAction<Child.Action>)'
      .ifLet(\.child, action: \.child) { Child() }
  }
}

@Reducer
struct EnumWithoutDollar {
  @ObservableState
  struct State { @Presents var target: Destination.State? }
  enum Action { case target(PresentationAction<Destination.Action>) }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      // error: '\.$child' is of '@Presents var child: Child.State?' and goes with
      //   'case child(PresentationAction<Child.Action>)'
      .ifLet(\.target, action: \.target)
  }
}

@Reducer
struct EnumBodyWithoutDollar {
  @ObservableState
  struct State { @Presents var target: Destination.State? }
  enum Action { case target(PresentationAction<Destination.Action>) }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      // error: '\.$child' is of '@Presents var child: Child.State?' and goes with
      //   'case child(PresentationAction<Child.Action>)'
      .ifLet(\.target, action: \.target) { Destination.body }
  }
}

@Reducer
struct BareAction {
  @ObservableState
  struct State { @Presents var child: Child.State? }
  enum Action { case child(Child.Action) }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      // error: '\.$child' is of '@Presents var child: Child.State?' and goes with
      //   'case child(PresentationAction<Child.Action>)'
      .ifLet(\.$child, action: \.child) { Child() }
  }
}

@Reducer
struct BareActionOfEnum {
  @ObservableState
  struct State { @Presents var target: Destination.State? }
  enum Action { case target(Destination.Action) }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      // error: '\.$child' is of '@Presents var child: Child.State?' and goes with
      //   'case child(PresentationAction<Child.Action>)'
      .ifLet(\.$target, action: \.target)
  }
}

@Reducer
struct NeverNil {
  @ObservableState
  struct State { var child = Child.State(id: 0) }
  enum Action { case child(Child.Action) }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      // error: '\.$child' is of '@Presents var child: Child.State?' and goes with
      //   'case child(PresentationAction<Child.Action>)'
      .ifLet(\.child, action: \.child) { Child() }
  }
}

@Reducer
struct WithoutReducer {
  @ObservableState
  struct State { @Presents var child: Child.State? }
  enum Action { case child(PresentationAction<Child.Action>) }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      // error: '\.$child' is of '@Presents var child: Child.State?' and goes with
      //   'case child(PresentationAction<Child.Action>)'
      .ifLet(\.$child, action: \.child)
  }
}

@Reducer
struct OtherReducer {
  @ObservableState
  struct State { var child: Child.State? }
  enum Action { case child(Child.Action) }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      // error: '\.$child' is of '@Presents var child: Child.State?' and goes with
      //   'case child(PresentationAction<Child.Action>)'
      .ifLet(\.child, action: \.child) { Stranger() }
  }
}

@Reducer
struct OtherPresentedReducer {
  @ObservableState
  struct State { @Presents var child: Child.State? }
  enum Action { case child(PresentationAction<Child.Action>) }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      // error: '\.$child' is of '@Presents var child: Child.State?' and goes with
      //   'case child(PresentationAction<Child.Action>)'
      .ifLet(\.$child, action: \.child) { Stranger() }
  }
}

@Reducer
struct Rows {
  @ObservableState
  struct State { var rows: IdentifiedArrayOf<Child.State> = [] }
  enum Action { case rows(IdentifiedActionOf<Child>) }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      // error: '\.$child' is of '@Presents var child: Child.State?' and goes with
      //   'case child(PresentationAction<Child.Action>)'
      .ifLet(\.rows, action: \.rows) { Child() }
  }
}
