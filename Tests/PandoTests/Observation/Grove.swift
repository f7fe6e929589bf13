import Pando

// A small app whose every part is observable: a child that is always there, an optional one, a
// presented one, an enum of two, and rows.

@Reducer
struct Counter {
  @ObservableState
  struct State: Codable, Equatable, Hashable, Sendable, Identifiable {
    var id = 0
    var count = 0
    var name = ""
    @ObservationStateIgnored var hidden = 0
    var words: [String] = []
  }
  enum Action: Codable, Equatable, Sendable {
    case add(Int), rename(String), hide, say(String), replace(State), reset, fail
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let step): state.count += step
      case .rename(let name): state.name = name
      case .hide: state.hidden += 1
      case .say(let word): state.words.append(word)
      case .replace(let other): state = other
      case .reset: state = State(id: state.id)
      case .fail: break
      }
      return .none
    }
  }
}

@Reducer
struct Page {
  @ObservableState
  enum State: Equatable, Sendable {
    case counter(Counter.State)
    case text(String)
    case empty
  }
  enum Action: Sendable {
    case counter(Counter.Action)
    case show(State)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .show(let other) = action { state = other }
      return .none
    }
    .ifCaseLet(\.counter, action: \.counter) { Counter() }
  }
}

@Reducer
struct Grove {
  /// Hosted or not, by how it is built.
  var hostsChildren = false

  @ObservableState
  struct State: Equatable, Sendable {
    var title = ""
    var total = 0
    var child = Counter.State()
    var optional: Counter.State?
    @Presents var sheet: Counter.State?
    var page = Page.State.empty
    var rows: IdentifiedArrayOf<Counter.State> = []
    var history: [Counter.State] = []
    var plain = Plain()

    struct Plain: Equatable, Sendable {
      var value = 0
    }
  }

  enum Action: Sendable {
    case title(String)
    case child(Counter.Action)
    case optional(Counter.Action)
    case sheet(PresentationAction<Counter.Action>)
    case page(Page.Action)
    case rows(IdentifiedActionOf<Counter>)
    case edit(@Sendable (inout State) -> Void)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) {
      if hostsChildren { Counter().hosted() } else { Counter() }
    }
    Scope(state: \.page, action: \.page) { Page() }
    Reduce { state, action in
      switch action {
      case .title(let title): state.title = title
      case .edit(let edit): edit(&state)
      case .child, .optional, .sheet, .page, .rows: break
      }
      return .none
    }
    .ifLet(\.optional, action: \.optional) {
      if hostsChildren { Counter().hosted() } else { Counter() }
    }
    .ifLet(\.$sheet, action: \.sheet) {
      if hostsChildren { Counter().hosted() } else { Counter() }
    }
    .forEach(\.rows, action: \.rows) {
      if hostsChildren { Counter().hosted() } else { Counter() }
    }
  }
}

extension Grove {
  /// A store of a grove, with its children in this process or behind lanes.
  static func store(
    hosted: Bool, _ state: Grove.State = Grove.State()
  ) -> StoreOf<Grove> {
    Store(initialState: state) {
      Grove(hostsChildren: hosted)
    } withDependencies: {
      if hosted { $0.hosting = .inProcess }
    }
  }
}
