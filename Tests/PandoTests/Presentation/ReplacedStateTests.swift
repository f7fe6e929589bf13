import Pando
import Testing

/// Tests that state which a parent puts in the place of presented state, for its last action,
/// stays.
@Suite("Presented state that its parent replaces")
struct ReplacedStateTests {
  @Reducer
  struct Page {
    @CasePathable
    enum Destination: Sendable, Equatable {
      case alert(AlertState<Never>)
      case sheet(Int)
    }

    struct State: Sendable, Equatable {
      @Presents var destination: Destination?
    }

    enum Action: Sendable {
      case open(Destination)
      case destination(PresentationAction<Bool>)
    }

    /// The destination that the parent answers with.
    let answer: Destination?

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .open(let destination): state.destination = destination
        case .destination: if let answer { state.destination = answer }
        }
        return .none
      }
      .ifLet(\.$destination, action: \.destination) { EmptyReducer() }
    }
  }

  private func alert(_ title: String) -> Page.Destination {
    .alert(AlertState { TextState(title) })
  }

  @Test("an alert's action may lead to another case", arguments: [true, false])
  func anotherCase(isDismissal: Bool) {
    let store = Store(initialState: Page.State()) { Page(answer: .sheet(1)) }
    store.send(.open(alert("Sure?")))
    store.send(.destination(isDismissal ? .dismiss : .presented(true)))
    #expect(store.state.destination == .sheet(1))
  }

  @Test("an alert's action may lead to another alert", arguments: [true, false])
  func anotherAlert(isDismissal: Bool) {
    let store = Store(initialState: Page.State()) { Page(answer: alert("Really?")) }
    store.send(.open(alert("Sure?")))
    store.send(.destination(isDismissal ? .dismiss : .presented(true)))
    #expect(store.state.destination == alert("Really?"))
  }

  @Test("an alert that its parent leaves alone goes")
  func leftAlone() {
    let store = Store(initialState: Page.State()) { Page(answer: nil) }
    store.send(.open(alert("Sure?")))
    store.send(.destination(.presented(true)))
    #expect(store.state.destination == nil)
  }
}

/// Tests the same where the cases of a destination have no payload and all say the same of themselves.
@Suite("Presented cases that say the same of themselves")
struct ReplacedCaseTests {
  enum Described: CustomStringConvertible, Equatable, Sendable {
    case confirmDelete, confirmArchive
    var description: String { "Confirm" }
  }

  enum Reflected: CustomReflectable, Equatable, Sendable {
    case confirmDelete, confirmArchive
    var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
  }

  @Reducer
  struct Page<Destination: Equatable & Sendable> {
    struct State: Sendable, Equatable {
      @Presents var destination: Destination?
    }

    enum Action: Sendable {
      case destination(PresentationAction<Bool>)
    }

    let answer: Destination

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        state.destination = answer
        return .none
      }
      .ifLet(\.$destination, action: \.destination) { EmptyReducer() }
    }
  }

  private func expectKept<Destination: Equatable & Sendable>(
    _ answer: Destination, insteadOf first: Destination
  ) {
    let store = Store(initialState: Page<Destination>.State(destination: first)) {
      Page(answer: answer)
    }
    store.send(.destination(.dismiss))
    #expect(store.state.destination == answer)
  }

  @Test("what the parent answers a dismissal with stays")
  func answers() {
    expectKept(Described.confirmArchive, insteadOf: .confirmDelete)
    expectKept(Reflected.confirmArchive, insteadOf: .confirmDelete)
  }
}
