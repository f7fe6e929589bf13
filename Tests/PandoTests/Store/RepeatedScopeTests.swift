import Pando
import Testing

@Suite("Scoping twice")
struct RepeatedScopeTests {
  private func store() -> StoreOf<House> {
    Store(initialState: House.State(guest: Room.State())) { House() }
  }

  @Test("gives the same store, whichever key path literal names the child")
  func same() throws {
    let store = store()
    let hall = store.scope(state: \.hall, action: \.hall)
    #expect(store.scope(state: \.hall, action: \.hall) === hall)
    #expect(store.scope(\.hall, action: \.hall) === hall)
    let guest = try #require(store.scope(state: \.guest, action: \.guest))
    #expect(store.scope(state: \.guest, action: \.guest) === guest)
    let lodger = try #require(store.scope(state: \.lodger, action: \.lodger))
    #expect(store.scope(state: \.lodger, action: \.lodger) === lodger)
    #expect(hall !== guest)
    #expect(hall !== store.scope(state: \.hall, action: \.cellar))
  }

  @Test("gives one that follows the child that is there now")
  func follows() throws {
    let store = store()
    let guest = try #require(store.scope(state: \.guest, action: \.guest))
    store.send(.guest(.enter))
    #expect(guest.count == 1)
    store.send(.guestLeaves)
    #expect(store.scope(state: \.guest, action: \.guest) == nil)
    store.send(.guestComes)
    let next = try #require(store.scope(state: \.guest, action: \.guest))
    #expect(next === guest)
    #expect(next.count == 10)
    next.send(.enter)
    #expect(store.guest?.count == 11)
  }

  @Test("does not keep a store that nobody holds")
  func released() {
    let store = store()
    weak let hall = store.scope(state: \.hall, action: \.hall)
    #expect(hall == nil)
    let next = store.scope(state: \.hall, action: \.hall)
    next.send(.enter)
    #expect(store.hall.count == 1)
  }

  @Test("gives the same stores, however many others came and went")
  func many() {
    let store = store()
    let held = (0..<20).map { store.scope(state: \.rooms[$0], action: \.hall) }
    for number in 20..<200 { _ = store.scope(state: \.rooms[number], action: \.hall) }
    for number in 0..<20 {
      #expect(store.scope(state: \.rooms[number], action: \.hall) === held[number])
    }
  }

  @Test("gives the same store to all threads")
  func threads() async {
    let store = store()
    let hall = store.scope(state: \.hall, action: \.hall)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<100 {
        group.addTask { store.scope(state: \.hall, action: \.hall) === hall }
      }
      for await isSame in group { #expect(isSame) }
    }
  }
}

@Reducer
private struct Room {
  @ObservableState
  struct State: Equatable, Sendable { var count = 0 }
  enum Action: Sendable { case enter }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}

@Reducer
private struct House {
  @ObservableState
  struct State: Equatable, Sendable {
    var hall = Room.State()
    var rooms = Array(repeating: Room.State(), count: 200)
    var guest: Room.State?
    @Presents var lodger: Room.State? = Room.State()
  }

  enum Action: Sendable {
    case hall(Room.Action)
    case cellar(Room.Action)
    case guest(Room.Action)
    case lodger(PresentationAction<Room.Action>)
    case guestLeaves
    case guestComes
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.hall, action: \.hall) { Room() }
    Reduce { state, action in
      switch action {
      case .guestLeaves: state.guest = nil
      case .guestComes: state.guest = Room.State(count: 10)
      default: break
      }
      return .none
    }
    .ifLet(\.guest, action: \.guest) { Room() }
    .ifLet(\.$lodger, action: \.lodger) { Room() }
  }
}
