import Pando

/// The page's features: a screen for each case.
@Reducer
struct AppFeature {
  @ObservableState
  enum State {
    case home
    case detail(Detail.State)
    case settings(Settings.State)
  }

  enum Action {
    case home(Home.Action)
    case detail(Detail.Action)
    case settings(Settings.Action)
    case tabSelected(State)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      // Handle actions
      if case .tabSelected(let selected) = action { state = selected }
      return .none
    }
    .ifCaseLet(/State.detail, action: /Action.detail) {
      Detail()
    }
    .ifCaseLet(/State.settings, action: /Action.settings) {
      Settings()
    }
  }
}

@Reducer
struct Home {
  struct State {}
  enum Action {}
  var body: some ReducerOf<Self> { EmptyReducer() }
}

@Reducer
struct Settings {
  @ObservableState
  struct State {
    var isLoud = false
  }

  enum Action { case toggled }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.isLoud.toggle()
      return .none
    }
  }
}

struct HomeView: StoreView {
  var body: Page { Page("home") }
}

struct DetailView: StoreView {
  let store: StoreOf<Detail>
  var body: Page { Page("detail: \(store.state.description)") }
}

struct SettingsView: StoreView {
  let store: StoreOf<Settings>
  var body: Page { Page(store.isLoud ? "loud" : "quiet") }
}

/// The page's view before the migration.
struct LegacyAppView: StoreView {
  let store: StoreOf<AppFeature>

  var body: Page {
    SwitchStore(store) { state in
      switch state {
      case .home:
        HomeView()
      case .detail:
        CaseLet(/AppFeature.State.detail, action: AppFeature.Action.detail) { store in
          DetailView(store: store)
        }
      case .settings:
        CaseLet(/AppFeature.State.settings, action: AppFeature.Action.settings) { store in
          SettingsView(store: store)
        }
      }
    }
  }
}

/// The page's view after the migration.
struct AppView: StoreView {
  let store: StoreOf<AppFeature>

  var body: Page {
    switch store.state {
    case .home:
      HomeView()
    case .detail:
      if let store = store.scope(state: \.detail, action: \.detail) {
        DetailView(store: store)
      }
    case .settings:
      if let store = store.scope(state: \.settings, action: \.settings) {
        SettingsView(store: store)
      }
    }
  }
}

/// The page's feature with optional enum state.
@Reducer
struct WithDestination {
  @ObservableState
  struct State {
    @Presents var destination: Destination?
  }

  @CasePathable
  @dynamicMemberLookup
  @ObservableState
  enum Destination {
    case alert(AlertState<Action.Alert>)
    case detail(Detail.State)
  }

  @CasePathable
  enum Action {
    case destination(PresentationAction<Destination>)
    case detailTapped

    @CasePathable
    enum Destination {
      case alert(Alert)
      case detail(Detail.Action)
    }

    enum Alert {
      case confirm
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .detailTapped = action {
        state.destination = .detail(Detail.State(description: "of a leaf"))
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination) {
      Scope(state: \.detail, action: \.detail) { Detail() }
    }
  }
}
