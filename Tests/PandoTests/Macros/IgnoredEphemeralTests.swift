import Pando
import PandoTesting
import Testing

@Suite(
  "Ephemeral state in a case that @Reducer ignores, in an enum with an action of its own",
  .timeLimit(.minutes(15)))
struct IgnoredEphemeralTests {
  @Test(
    "is over after its action, whatever it is, and the parent has seen it",
    arguments: Ephemeral.allCases, [false, true])
  func isOver(_ kind: Ephemeral, isHosted: Bool) async {
    let sheet = kind.sheet
    let store = Store(initialState: Owner.State(sheet: sheet)) { Owner(isHosted: isHosted) }
    await store.send(.sheet(.presented(sheet.answer))).finish()
    #expect(store.state == Owner.State(answers: 1))
  }

  @Test("is over for a test store")
  func testStore() async {
    let store = TestStore(initialState: Owner.State(sheet: .alert(.sure))) {
      Owner(isHosted: false)
    }
    await store.send(.sheet(.presented(.alert(.confirm)))) {
      $0.sheet = nil
      $0.answers = 1
    }
    await store.finish()
  }

  @Test("stays when the action of another case comes, and so do values", arguments: [false, true])
  func stays(isHosted: Bool) async {
    for sheet in [Sheet.State.alert(.sure), .help(3)] {
      let store = Store(initialState: Owner.State(sheet: sheet)) { Owner(isHosted: isHosted) }
      await store.send(.sheet(.presented(.help))).finish()
      #expect(store.state.sheet == sheet)
    }
  }

  @Test("is over in an element of a stack, and the element stays")
  func stack() async {
    let store = Store(initialState: Navigator.State()) { Navigator() }
    store.send(.path(.push(id: 0, state: Owner.State(sheet: .alert(.sure)))))
    await store.send(.path(.element(id: 0, action: .sheet(.presented(.alert(.confirm)))))).finish()
    #expect(store.state.path[id: 0] == Owner.State(answers: 1))
  }

  enum Button: Codable, Equatable, Sendable { case confirm }

  @Reducer(state: .codable, .equatable)
  enum Sheet {
    case detail(Detail)
    @ReducerCaseIgnored
    case alert(AlertState<Button>)
    @ReducerCaseIgnored
    case dialog(ConfirmationDialogState<Button>)
    @ReducerCaseIgnored
    case question(Question)
    @ReducerCaseIgnored
    case help(Int)

    enum Action: Codable, Sendable {
      case detail(Detail.Action)
      case alert(Button)
      case dialog(Button)
      case question(Question.Action)
      case help
    }
  }

  @Reducer
  struct Owner {
    struct State: Equatable {
      @Presents var sheet: Sheet.State?
      var answers = 0
    }
    enum Action { case sheet(PresentationAction<Sheet.Action>) }

    var isHosted = false

    @ReducerBuilder<State, Action>
    var body: some ReducerOf<Self> {
      if isHosted {
        logic.ifLet(\.$sheet, action: \.sheet) { Sheet.body.hosted() }
      } else {
        logic.ifLet(\.$sheet, action: \.sheet)
      }
    }

    private var logic: some ReducerOf<Self> {
      Reduce { state, action in
        if case .sheet(.presented(.help)) = action { return .none }
        if state.sheet != nil { state.answers += 1 }
        return .none
      }
    }
  }

  @Reducer
  struct Navigator {
    struct State: Equatable { var path = StackState<Owner.State>() }
    enum Action { case path(StackActionOf<Owner>) }
    var body: some ReducerOf<Self> {
      EmptyReducer().forEach(\.path, action: \.path) { Owner() }
    }
  }
}

extension AlertState<IgnoredEphemeralTests.Button> {
  fileprivate static var sure: Self { AlertState { TextState("Sure?") } }
}

extension IgnoredEphemeralTests {
  /// The arguments of a test cannot name what a macro writes.
  enum Ephemeral: CaseIterable {
    case alert, dialog, question

    fileprivate var sheet: Sheet.State {
      switch self {
      case .alert: .alert(.sure)
      case .dialog: .dialog(ConfirmationDialogState { TextState("Sure?") })
      case .question: .question(Question())
      }
    }
  }
}

extension IgnoredEphemeralTests.Sheet.State {
  fileprivate var answer: IgnoredEphemeralTests.Sheet.Action {
    switch self {
    case .alert: .alert(.confirm)
    case .dialog: .dialog(.confirm)
    case .question: .question(.yes)
    case .detail, .help: .help
    }
  }
}
