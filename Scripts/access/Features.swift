// Every operator and every macro, at one level of access. Scripts/check-access makes the other levels of it.
package import Pando

// MARK: - Features

@Reducer
package struct Row: Sendable {
  @ObservableState
  package struct State: Codable, Equatable, Identifiable, Sendable {
    package let id: Int
    package var taps = 0
    @ObservationStateIgnored package var ignored = 0
    package init(id: Int) { self.id = id }
  }
  package enum Action: Codable, Equatable, Sendable { case tapped, remove }
  package init() {}
  package var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.taps += 1
      return .none
    }
  }
}

@Reducer
package struct Form {
  @ObservableState
  package struct State: Equatable {
    package var name = ""
    package init() {}
  }
  package enum Action: BindableAction, ViewAction {
    case binding(BindingAction<State>)
    case view(View)
    package enum View: Sendable { case tapped }
  }
  package init() {}
  package var body: some ReducerOf<Self> {
    BindingReducer()
  }
}

@Reducer
package struct Direct {
  package struct State { package var count = 0 }
  package enum Action { case tapped }
  package func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

@Reducer
package struct Generic<Element: Equatable & Sendable, Child: Reducer> {
  package struct State { package var elements: [Element] = [] }
  package enum Action { case append(Element) }
  package var body: some ReducerOf<Self> {
    EmptyReducer()
  }
}

@Reducer
package struct Empty {}

@Reducer
package struct OnlyAction {
  package enum Action { case tapped }
}

@Reducer
package struct CaseState {
  @ObservableState
  package enum State: Equatable { case row(Row.State), empty }
  package enum Action { case row(Row.Action) }
  package var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifCaseLet(\.row, action: \.row) { Row() }
    Scope(state: \.row, action: \.row) { Row() }
    Scope(\.row, action: \.row) { Row() }
  }
}

// MARK: - Enums of features, side by side

@Reducer
package enum First { case row(Row), form(Form) }

@Reducer(state: .equatable)
package enum Second {
  case row(Row)
  case alert(AlertState<Int>)
  @ReducerCaseIgnored
  case help(topic: String)
}

@Reducer(state: .codable, .equatable, action: .codable, .equatable)
package enum Third {
  case row(Row)
  @ReducerCaseEphemeral
  case question(Question)
}

@Reducer
package enum Fourth {
  case row(Row)
  case third(Third.Body = Third.body)
}

@Reducer
package enum Fifth {
  case row(Row)
  package static var body: some ReducerOf<Self> {
    Scope(state: \.row, action: \.row) { Row() }
  }
}

package struct Question: EphemeralState, Codable, Equatable, Sendable {
  package enum Action: Codable, Equatable, Sendable { case yes }
}

// MARK: - Values

@CasePathable
@dynamicMemberLookup
package enum Choice: Equatable { case none, some(Int), pair(Int, label: String) }

@WireCoded
package struct Coded: Codable, Equatable { package var name = "" }

@DependencyClient
package struct Client: Sendable {
  package var count: @Sendable (_ text: String) -> Int = { _ in 0 }
  package var load: @Sendable () async throws -> Void
}

extension Client: DependencyKey {
  package static var liveValue: Client { Client() }
}

/// Every shape of a closure.
@DependencyClient
package struct Shapes: Sendable {
  package var watch: @Sendable (_ each: @escaping @Sendable (Int) -> Void) -> Void
  package var parenthesised: (@Sendable (_ each: (@escaping @Sendable (Int) -> Void)) -> Void)
  package var plain: @Sendable (_ each: @Sendable (Int) -> Void) throws -> Void
  package var maybe: @Sendable (_ each: (@Sendable (Int) -> Void)?) async -> Int?
  package var log: @Sendable (_ text: @autoclosure () -> String) -> Void
  package var logLater: @Sendable (_ text: @escaping @autoclosure @Sendable () -> String) -> Int = {
    _ in 0
  }
  package var checked: @Sendable (_ text: @autoclosure () throws -> String) throws -> Void
  package var count: @Sendable (_ into: inout Int, _ by: Int) -> Void = { $0 += $1 }
  package var typed: @Sendable (_ id: Int) throws(WireError) -> Int = { _ in 0 }
  package var generic: @Sendable (_ list: [String: [Int]], _ pair: (Int, String)) throws -> [Int]?
  package var onMain: @MainActor @Sendable (_ id: Int) -> Void
  package var given: @Sendable (_ box: sending [Int], _ each: sending @escaping () -> Void) -> Void
  package var optional: (@Sendable (_ id: Int) -> Void)?
  package var isolated: @Sendable (_ actor: isolated (any Actor)?) async -> Void
  package let constant: @Sendable (_ id: Int) async throws -> Void
}

@ViewAction(for: Form.self)
package struct Screen {
  package let store: StoreOf<Form>
  package func tap() { send(.tapped) }
}

@ViewAction(for: Form.self)
package struct ConditionalScreen {
  #if DEBUG
    package let store: StoreOf<Form>
  #else
    package var store: StoreOf<Form>
  #endif
  package func tap() { send(.tapped) }
}

@Reducer
package struct Conditional {
  #if DEBUG
    @ObservableState
    package struct State: Equatable { package var count = 0 }
    package enum Action { case tapped }
  #else
    package struct State: Equatable {}
    package enum Action { case other }
  #endif
  package var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
  }
}

@Reducer(state: .equatable)
package enum OwnAction {
  case row(Row)
  @ReducerCaseIgnored
  case alert(AlertState<Int>)
  #if DEBUG
    package enum Action: Sendable { case row(Row.Action), alert(Int) }
  #else
    package enum Action: Sendable { case row(Row.Action), alert(Int) }
  #endif
}

// MARK: - Every operator

@Reducer
package struct Root {
  @Reducer
  package enum Destination { case row(Row), form(Form), alert(AlertState<Int>) }

  @Reducer(state: .equatable)
  package enum Path { case row(Row) }

  @ObservableState
  package struct State {
    package var always = Row.State(id: 0)
    package var maybe: Row.State?
    @Presents package var alert: AlertState<Int>?
    @Presents package var destination: Destination.State?
    @Presents package var presented: Row.State?
    package var rows: IdentifiedArrayOf<Row.State> = []
    package var stack = StackState<Row.State>()
    package var path = StackState<Path.State>()
    @Shared(.inMemory("accessCount")) package var count = 0
    package init() {}
  }

  package enum Action {
    case alert(PresentationAction<Int>)
    case always(Row.Action)
    case destination(PresentationAction<Destination.Action>)
    case maybe(Row.Action)
    case path(StackActionOf<Path>)
    case presented(PresentationAction<Row.Action>)
    case rows(IdentifiedActionOf<Row>)
    case stack(StackActionOf<Row>)
  }

  @Dependency(Client.self) package var client
  @Dependency(\.dismiss) var dismiss

  package init() {}

  package var body: some ReducerOf<Self> {
    CombineReducers {
      Scope(state: \.always, action: \.always) { Row().hosted() }
      Reduce { _, _ in .none }
    }
    .ifLet(\.maybe, action: \.maybe) { Row() }
    .ifLet(\.$presented, action: \.presented) { Row() }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.$destination, action: \.destination)
    .forEach(\.rows, action: \.rows) { Row().hosted(order: .asReady) }
    .forEach(\.stack, action: \.stack) { Row() }
    .forEach(\.path, action: \.path)
    changes
  }

  private var changes: some ReducerOf<Self> {
    EmptyReducer()
      .onChange(of: \.always.taps) { _, _ in EmptyReducer() }
      .onChange(of: \.always.taps) { oldValue, state in .none }
      .dependency(\.uuid, .incrementing)
      .dependency(Client())
      .transformDependency(\.self) { $0.uuid = .incrementing }
      ._printChanges()
      .signpost()
  }
}

package func use(_ shapes: Shapes) async throws {
  shapes.watch(each: { _ in })
  shapes.parenthesised(each: { _ in })
  _ = await shapes.maybe(each: nil)
  shapes.log(text: "a" + "b")
  _ = shapes.logLater(text: "a" + "b")
  try shapes.checked(text: "a" + "b")
  var count = 1
  shapes.count(into: &count, by: 2)
  _ = try shapes.typed(id: 3)
  _ = try shapes.generic(list: [:], pair: (1, ""))
  shapes.optional?(3)
}

package func use(_ store: StoreOf<Root>) {
  @Bindable var store = store
  _ = store.scope(state: \.always, action: \.always)
  _ = store.scope(\.maybe, action: \.maybe)
  _ = store.scope(state: \.destination?.row, action: \.destination.row)
  _ = $store.scope(state: \.presented, action: \.presented)
  _ = $store.scope(state: \.destination?.row, action: \.destination.row)
  _ = $store.scope(\.stack, action: \.stack)
  for row in store.scope(state: \.rows, action: \.rows) { row.send(.tapped) }
  if let destination = store.scope(state: \.destination, action: \.destination) {
    switch destination.case {
    case .row(let row): row.send(.tapped)
    case .form(let form): Screen(store: form).tap()
    case .alert: break
    }
  }
  store.send(.rows(.element(id: 1, action: .tapped)))
  _ = store.rows.count
}
