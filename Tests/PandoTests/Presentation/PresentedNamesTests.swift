import Pando
import Testing

@Suite("A property that presents a feature")
struct PresentedNamesTests {
  @Reducer
  struct Sheet {
    @ObservableState
    struct State: Equatable, Sendable { var count = 0 }
    enum Action: Sendable { case up }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.count += 1
        return .none
      }
    }
  }

  @Reducer
  struct Observed {
    @ObservableState
    struct State: Equatable, Sendable {
      @Presents var `import`: Sheet.State?
      @ObservationStateIgnored @Presents var `default`: Sheet.State?
    }

    enum Action: Sendable {
      case `import`(PresentationAction<Sheet.Action>)
      case `default`(PresentationAction<Sheet.Action>)
    }

    var body: some ReducerOf<Self> {
      EmptyReducer()
        .ifLet(\.$import, action: \.import) { Sheet() }
        .ifLet(\.$default, action: \.default) { Sheet() }
    }
  }

  @Reducer
  struct Plain {
    struct State: Equatable, Sendable {
      @Presents var `import`: Sheet.State?
      @PresentationState var `default`: Sheet.State?
    }

    enum Action: Sendable {
      case `import`(PresentationAction<Sheet.Action>)
      case `default`(PresentationAction<Sheet.Action>)
    }

    var body: some ReducerOf<Self> {
      EmptyReducer()
        .ifLet(\.$import, action: \.import) { Sheet() }
        .ifLet(\.$default, action: \.default) { Sheet() }
    }
  }

  @Test("may have a name that is a word of the language")
  func words() {
    let observed = Store(
      initialState: Observed.State(import: Sheet.State(), default: Sheet.State())
    ) { Observed() }
    let isThere = Watch { observed.scope(state: \.import, action: \.import) != nil }
    observed.send(.import(.presented(.up)))
    observed.send(.default(.presented(.up)))
    #expect(isThere.takeCount() == 0)
    #expect(observed.import?.count == 1)
    #expect(observed.default?.count == 1)
    observed.send(.import(.dismiss))
    #expect(isThere.takeCount() == 1)

    let plain = Store(
      initialState: Plain.State(import: Sheet.State(), default: Sheet.State())
    ) { Plain() }
    plain.send(.import(.presented(.up)))
    plain.send(.default(.presented(.up)))
    plain.send(.default(.dismiss))
    #expect(plain.withState { $0.import?.count } == 1)
    #expect(plain.withState { $0.default } == nil)
  }

  fileprivate struct Drawer: Equatable, Sendable { var isOpen = true }

  /// With properties that are no wider than the type of what they present.
  @ObservableState
  struct Cupboard: Equatable {
    @Presents fileprivate var drawer: Drawer?
    @Presents private var inner: Drawer?
    @ObservationStateIgnored @Presents fileprivate var shelf: Drawer?

    fileprivate init() {
      drawer = Drawer()
      inner = Drawer()
      shelf = Drawer()
    }

    fileprivate mutating func close() { $inner.wrappedValue = nil }
    fileprivate var isClosed: Bool { inner == nil }
  }

  @Test("has the access of what it presents")
  func access() {
    var cupboard = Cupboard()
    cupboard.$drawer.wrappedValue?.isOpen = false
    cupboard.$shelf.wrappedValue = nil
    cupboard.close()
    #expect(cupboard.drawer?.isOpen == false)
    #expect(cupboard.shelf == nil)
    #expect(cupboard.isClosed)
    // As the reducer of the feature around it reads it.
    #expect(cupboard.$inner.wrappedValue == nil)
  }
}
