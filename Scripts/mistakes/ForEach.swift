import Pando

@Reducer
struct PlainArray {
  @ObservableState
  struct State { var rows: [Child.State] = [] }
  enum Action { case rows(IdentifiedActionOf<Child>) }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      // error: 'Row()' runs on 'IdentifiedArrayOf<Row.State>' with a
      //   'case rows(IdentifiedActionOf<Row>)'
      .forEach(\.rows, action: \.rows) { Child() }
  }
}

@Reducer
struct PlainDictionary {
  @ObservableState
  struct State { var rows: [Int: Child.State] = [:] }
  enum Action { case rows(IdentifiedActionOf<Child>) }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      // error: 'Row()' runs on 'IdentifiedArrayOf<Row.State>' with a
      //   'case rows(IdentifiedActionOf<Row>)'
      .forEach(\.rows, action: \.rows) { Child() }
  }
}

@Reducer
struct PlainSet {
  @ObservableState
  struct State { var rows: Set<Int> = [] }
  enum Action { case rows(IdentifiedActionOf<Child>) }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      // error: 'Row()' runs on 'IdentifiedArrayOf<Row.State>' with a
      //   'case rows(IdentifiedActionOf<Row>)'
      .forEach(\.rows, action: \.rows) { Child() }
  }
}

@Reducer
struct ArrayAsStack {
  @ObservableState
  struct State { var path: [Child.State] = [] }
  enum Action { case path(StackActionOf<Child>) }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      // error: 'Row()' runs on 'IdentifiedArrayOf<Row.State>' with a
      //   'case rows(IdentifiedActionOf<Row>)'
      .forEach(\.path, action: \.path) { Child() }
  }
}

@Reducer
struct BareAction {
  @ObservableState
  struct State { var rows: IdentifiedArrayOf<Child.State> = [] }
  enum Action { case rows(Child.Action) }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      // error: 'Row()' runs on 'IdentifiedArrayOf<Row.State>' with a
      //   'case rows(IdentifiedActionOf<Row>)'
      .forEach(\.rows, action: \.rows) { Child() }
  }
}

@Reducer
struct ActionOfStack {
  @ObservableState
  struct State { var rows: IdentifiedArrayOf<Child.State> = [] }
  enum Action { case rows(StackActionOf<Child>) }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      // error: 'Row()' runs on 'IdentifiedArrayOf<Row.State>' with a
      //   'case rows(IdentifiedActionOf<Row>)'
      .forEach(\.rows, action: \.rows) { Child() }
  }
}

@Reducer
struct StackWithBareAction {
  @ObservableState
  struct State { var path = StackState<Child.State>() }
  enum Action { case path(Child.Action) }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      // error: 'Row()' runs on 'IdentifiedArrayOf<Row.State>' with a
      //   'case rows(IdentifiedActionOf<Row>)'
      .forEach(\.path, action: \.path) { Child() }
  }
}

@Reducer
struct StackWithActionOfRows {
  @ObservableState
  struct State { var path = StackState<Child.State>() }
  enum Action { case path(IdentifiedActionOf<Child>) }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      // error: 'Row()' runs on 'IdentifiedArrayOf<Row.State>' with a
      //   'case rows(IdentifiedActionOf<Row>)'
      .forEach(\.path, action: \.path) { Child() }
  }
}

@Reducer
struct StackOfEnumWithBareAction {
  @ObservableState
  struct State { var path = StackState<Destination.State>() }
  enum Action { case path(Destination.Action) }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      // error: the action has a 'case path(StackActionOf<Path>)'
      .forEach(\.path, action: \.path)
  }
}

@Reducer
struct OtherReducer {
  @ObservableState
  struct State { var rows: IdentifiedArrayOf<Child.State> = [] }
  enum Action { case rows(IdentifiedActionOf<Child>) }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      // error: 'Row()' runs on 'IdentifiedArrayOf<Row.State>' with a
      //   'case rows(IdentifiedActionOf<Row>)'
      .forEach(\.rows, action: \.rows) { Stranger() }
  }
}

@Reducer
struct WithoutReducer {
  @ObservableState
  struct State { var rows: IdentifiedArrayOf<Child.State> = [] }
  enum Action { case rows(IdentifiedActionOf<Child>) }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      // error: say which reducer runs an element: 'forEach(\.rows, action: \.rows) { Row() }'
      .forEach(\.rows, action: \.rows)
  }
}

@Reducer
struct StackWithoutReducer {
  @ObservableState
  struct State { var path = StackState<Child.State>() }
  enum Action { case path(StackActionOf<Child>) }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      // error: say which reducer runs an element: 'forEach(\.rows, action: \.rows) { Row() }'
      .forEach(\.path, action: \.path)
  }
}
