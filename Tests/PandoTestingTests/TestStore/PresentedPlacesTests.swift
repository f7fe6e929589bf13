import Pando
import PandoTesting
import Testing

@Suite("Whether a feature of a test store is presented")
struct PresentedPlacesTests {
  /// Says whether it takes itself for presented.
  @Reducer
  struct Asker {
    struct State: Codable, Equatable, Identifiable, Sendable {
      var id = 0
      var answer: Bool?
    }
    enum Action: Codable, Sendable { case ask }
    @Dependency(\.isPresented) var isPresented

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.answer = isPresented
        return .none
      }
    }
  }

  /// A feature with a child in each kind of place.
  @Reducer
  struct Parent {
    var isHosted = false

    @CasePathable
    enum Page: Equatable, Sendable { case asker(Asker.State) }

    struct State: Equatable, Sendable {
      var answer: Bool?
      var fixed = Asker.State()
      var plain: Asker.State? = Asker.State()
      var page = Page.asker(Asker.State())
      var rows: IdentifiedArrayOf<Asker.State> = [Asker.State()]
      @Presents var sheet: Asker.State? = Asker.State()
      var stack = StackState<Asker.State>([Asker.State()])

      /// The answers of the feature, its embedded children, and those that it presents.
      var answers: [Bool?] {
        guard case .asker(let paged) = page else { return [] }
        return [
          answer, fixed.answer, plain?.answer, paged.answer, rows.first?.answer, sheet?.answer,
          stack.first?.answer,
        ]
      }
    }

    enum Action: Sendable {
      case ask
      case fixed(Asker.Action)
      case plain(Asker.Action)
      case page(Asker.Action)
      case rows(IdentifiedActionOf<Asker>)
      case sheet(PresentationAction<Asker.Action>)
      case stack(StackActionOf<Asker>)
    }

    @Dependency(\.isPresented) var isPresented

    var body: some ReducerOf<Self> {
      Scope(state: \.fixed, action: \.fixed) { asker }
      Scope(state: \.page, action: \.self) {
        EmptyReducer<Page, Action>().ifCaseLet(\.asker, action: \.page) { asker }
      }
      Reduce { state, action in
        if case .ask = action { state.answer = isPresented }
        return .none
      }
      .ifLet(\.plain, action: \.plain) { asker }
      .forEach(\.rows, action: \.rows) { asker }
      .ifLet(\.$sheet, action: \.sheet) { asker }
      .forEach(\.stack, action: \.stack) { asker }
    }

    @ReducerBuilder<Asker.State, Asker.Action>
    private var asker: some Reducer<Asker.State, Asker.Action> {
      if isHosted { Asker().hosted() } else { Asker() }
    }

    static let questions: [Action] = [
      .ask, .fixed(.ask), .plain(.ask), .page(.ask), .rows(.element(id: 0, action: .ask)),
      .sheet(.presented(.ask)), .stack(.element(id: 0, action: .ask)),
    ]
  }

  @Test(
    "is answered as in an app, but for the feature under test itself", arguments: [false, true])
  func places(isHosted: Bool) async {
    let app = Store(initialState: Parent.State()) { Parent(isHosted: isHosted) }
    let test = TestStore(initialState: Parent.State()) { Parent(isHosted: isHosted) }
    test.exhaustivity = .off
    for question in Parent.questions {
      await app.send(question).finish()
      await test.send(question)
    }
    #expect(app.state.answers == [false, false, false, false, false, true, true])
    #expect(test.state.answers == [true, false, false, false, false, true, true])
    await app.stop()
  }

  @Test("is said for all of them by the test", arguments: [false, true])
  func saidByTest(isPresented: Bool) async {
    let test = TestStore(initialState: Parent.State()) {
      Parent()
    } withDependencies: {
      $0.isPresented = isPresented
    }
    test.exhaustivity = .off
    for question in Parent.questions { await test.send(question) }
    #expect(
      test.state.answers == Array(repeating: isPresented, count: 5) + [true, true])
  }

  @ReducerBuilder<Parent.State, Parent.Action>
  private var operators: some Reducer<Parent.State, Parent.Action> {
    Scope(state: \.fixed, action: \.fixed) { Asker() }
    EmptyReducer()
      .ifLet(\.plain, action: \.plain) { Asker() }
      .ifLet(\.$sheet, action: \.sheet) { Asker() }
  }

  @Test("is told by operators that the test puts together, too")
  func operatorsOfTheTest() async {
    let test = TestStore(initialState: Parent.State()) { operators }
    test.exhaustivity = .off
    for question in Parent.questions.prefix(3) { await test.send(question) }
    await test.send(.sheet(.presented(.ask)))
    #expect(test.state.answers == [nil, false, false, nil, nil, true, nil])
  }
}
