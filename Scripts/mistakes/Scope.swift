import Pando

@Reducer
struct Optional {
  @ObservableState
  struct State { var child: Child.State? }
  enum Action { case child(Child.Action) }
  var body: some ReducerOf<Self> {
    // error: write '.ifLet(\.child, action: \.child) { Child() }' behind a reducer
    Scope(state: \.child, action: \.child) { Child() }
  }
}

@Reducer
struct OptionalUnlabelled {
  @ObservableState
  struct State { var child: Child.State? }
  enum Action { case child(Child.Action) }
  var body: some ReducerOf<Self> {
    // error: write '.ifLet(\.child, action: \.child) { Child() }' behind a reducer
    Scope(\.child, action: \.child) { Child() }
  }
}

@Reducer
struct Presented {
  @ObservableState
  struct State { @Presents var child: Child.State? }
  enum Action { case child(PresentationAction<Child.Action>) }
  var body: some ReducerOf<Self> {
    // error: write '.ifLet(\.child, action: \.child) { Child() }' behind a reducer
    Scope(state: \.child, action: \.child) { Child() }
  }
}

@Reducer
struct PresentedWithDollar {
  @ObservableState
  struct State { @Presents var child: Child.State? }
  enum Action { case child(PresentationAction<Child.Action>) }
  var body: some ReducerOf<Self> {
    // error: write '.ifLet(\.child, action: \.child) { Child() }' behind a reducer
    Scope(state: \.$child, action: \.child) { Child() }
  }
}

@Reducer
struct Rows {
  @ObservableState
  struct State { var rows: IdentifiedArrayOf<Child.State> = [] }
  enum Action { case rows(IdentifiedActionOf<Child>) }
  var body: some ReducerOf<Self> {
    // error: write '.forEach(\.rows, action: \.rows) { Row() }' behind a reducer
    Scope(state: \.rows, action: \.rows) { Child() }
  }
}

@Reducer
struct RowsUnlabelled {
  @ObservableState
  struct State { var rows: IdentifiedArrayOf<Child.State> = [] }
  enum Action { case rows(IdentifiedActionOf<Child>) }
  var body: some ReducerOf<Self> {
    // error: write '.forEach(\.rows, action: \.rows) { Row() }' behind a reducer
    Scope(\.rows, action: \.rows) { Child() }
  }
}

@Reducer
struct Stack {
  @ObservableState
  struct State { var path = StackState<Child.State>() }
  enum Action { case path(StackActionOf<Child>) }
  var body: some ReducerOf<Self> {
    // error: write '.forEach(\.rows, action: \.rows) { Row() }' behind a reducer
    Scope(state: \.path, action: \.path) { Child() }
  }
}

@Reducer
struct PresentedActions {
  @ObservableState
  struct State { var child = Child.State(id: 0) }
  enum Action { case child(PresentationAction<Child.Action>) }
  var body: some ReducerOf<Self> {
    // error: 'Child()' runs on a property 'var child: Child.State'
    //   with a 'case child(Child.Action)'
    Scope(state: \.child, action: \.child) { Child() }
  }
}

@Reducer
struct OtherReducer {
  @ObservableState
  struct State { var child = Child.State(id: 0) }
  enum Action { case child(Child.Action) }
  var body: some ReducerOf<Self> {
    // error: the reducer in the closure is not of this state and this action
    Scope(state: \.child, action: \.child) { Stranger() }
  }
}

@Reducer
struct OtherReducerUnlabelled {
  @ObservableState
  struct State { var child = Child.State(id: 0) }
  enum Action { case child(Child.Action) }
  var body: some ReducerOf<Self> {
    // error: the reducer in the closure is not of this state and this action
    Scope(\.child, action: \.child) { Stranger() }
  }
}
