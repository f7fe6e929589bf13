import Pando
import Testing

@Suite("Observing navigation stacks and destinations")
struct StackObservationTests {
  @Reducer
  enum Path {
    case counter(Counter)
    case list(Counter)
  }

  @Reducer
  struct App {
    var isHosted = false

    @ObservableState
    struct State: Equatable, Sendable {
      var title = ""
      var path = StackState<Counter.State>()
      @Presents var destination: Path.State?
    }

    enum Action: Sendable {
      case title(String)
      case path(StackActionOf<Counter>)
      case destination(PresentationAction<Path.Action>)
      case edit(@Sendable (inout State) -> Void)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .title(let title): state.title = title
        case .edit(let edit): edit(&state)
        case .path, .destination: break
        }
        return .none
      }
      .forEach(\.path, action: \.path) {
        if isHosted { Counter().hosted() } else { Counter() }
      }
      .ifLet(\.$destination, action: \.destination)
    }
  }

  static func store(_ isHosted: Bool) -> StoreOf<App> {
    Store(initialState: App.State()) { App(isHosted: isHosted) }
  }

  @Test("elements tell of themselves, and the stack of which there are", arguments: [false, true])
  func elements(isHosted: Bool) async {
    let store = Self.store(isHosted)
    await store.send(.edit { $0.path.append(Counter.State(id: 7)) }).finish()
    await store.send(.edit { $0.path.append(Counter.State(id: 8)) }).finish()
    let ids = Array(store.path.ids)
    let first = Watch { store.path[id: ids[0]]?.count }
    let second = Watch { store.path[id: ids[1]]?.name }
    let count = Watch { store.path.count }

    await store.send(.path(.element(id: ids[0], action: .add(1)))).finish()
    #expect([first, second, count].map { $0.takeCount() } == [1, 0, 0])
    await store.send(.path(.element(id: ids[1], action: .rename("a")))).finish()
    #expect([first, second, count].map { $0.takeCount() } == [0, 1, 0])
    await store.send(.path(.element(id: ids[1], action: .add(1)))).finish()
    await store.send(.title("b")).finish()
    #expect([first, second, count].map { $0.takeCount() } == [0, 0, 0])

    await store.send(.edit { $0.path.append(Counter.State(id: 9)) }).finish()
    #expect(count.takeCount() == 1)
    _ = (first.takeCount(), second.takeCount())
    await store.send(.path(.popFrom(id: ids[1]))).finish()
    #expect([second, count].map { $0.takeCount() } == [1, 1])
    #expect(store.path[id: ids[1]] == nil)

    let next = StackElementID(integerLiteral: 9)
    let third = Watch { store.path[id: next]?.count }
    await store.send(.path(.push(id: next, state: Counter.State(id: 10)))).finish()
    #expect([third, count].map { $0.takeCount() } == [1, 1])
    await store.send(.path(.element(id: next, action: .add(1)))).finish()
    #expect([third, count].map { $0.takeCount() } == [1, 0])
    await store.stop()
  }

  @Test("a scoped element is observed by its own fields", arguments: [false, true])
  func scoped(isHosted: Bool) async throws {
    let store = Self.store(isHosted)
    await store.send(.edit { $0.path.append(Counter.State(id: 7)) }).finish()
    let id = try #require(store.path.ids.last)
    let element = try #require(store.scope(state: \.path[id: id], action: \.path[id: id]))
    let count = Watch { element.count }
    let name = Watch { element.name }
    await element.send(.add(1)).finish()
    #expect([count, name].map { $0.takeCount() } == [1, 0])
    await element.send(.rename("a")).finish()
    #expect([count, name].map { $0.takeCount() } == [0, 1])
    await store.stop()
  }

  @Test("a destination tells of its case, and its feature of itself")
  func destination() {
    let store = Self.store(false)
    let isThere = Watch { store.destination != nil }
    let count = Watch { store.destination?.counter?.count }
    store.send(.title("a"))
    #expect([isThere, count].map { $0.takeCount() } == [0, 0])

    store.send(.edit { $0.destination = .counter(Counter.State()) })
    #expect([isThere, count].map { $0.takeCount() } == [1, 1])
    store.send(.destination(.presented(.counter(.add(1)))))
    #expect([isThere, count].map { $0.takeCount() } == [0, 1])
    store.send(.destination(.presented(.counter(.rename("a")))))
    #expect([isThere, count].map { $0.takeCount() } == [0, 0])

    store.send(.edit { $0.destination = .list(Counter.State()) })
    #expect([isThere, count].map { $0.takeCount() } == [1, 1])
    store.send(.destination(.dismiss))
    #expect([isThere, count].map { $0.takeCount() } == [1, 1])
    #expect(store.destination == nil)
  }
}

extension StackObservationTests.Path.State: Equatable {}
