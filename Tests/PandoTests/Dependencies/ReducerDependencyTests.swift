import Foundation
import Pando
import Testing

@Suite("What is made in a reducer has the store's dependencies", .timeLimit(.minutes(15)))
struct ReducerDependencyTests {
  struct Row: Codable, Equatable, Identifiable, Sendable {
    let id: UUID

    init() {
      @Dependency(\.uuid) var uuid
      id = uuid()
    }
  }

  @Reducer
  struct Rows {
    struct State: Codable, Equatable, Sendable {
      var rows: [Row] = []
    }

    enum Action: Codable, Sendable { case add, addLater }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .add:
          state.rows.append(Row())
          return .none
        case .addLater:
          return .send(.add)
        }
      }
    }
  }

  private func makeStore(_ uuid: UUIDGenerator, isHosted: Bool) -> StoreOf<Rows> {
    Store(initialState: Rows.State()) {
      Scope(state: \.self, action: \.self) {
        if isHosted { Rows().hosted() } else { Rows() }
      }
    } withDependencies: {
      $0.uuid = uuid
    }
  }

  @Test("though whoever sends has none", arguments: [false, true])
  func plain(isHosted: Bool) async {
    let store = makeStore(.incrementing, isHosted: isHosted)
    await store.send(.add).finish()
    await store.send(.addLater).finish()
    #expect(store.state.rows.map(\.id) == [UUID(0), UUID(1)])
  }

  @Test("though whoever sends has others", arguments: [false, true])
  func others(isHosted: Bool) async {
    let store = makeStore(.incrementing, isHosted: isHosted)
    await withDependencies {
      $0.uuid = .constant(UUID(7))
    } operation: {
      await store.send(.add).finish()
      @Dependency(\.uuid) var uuid
      #expect(uuid() == UUID(7))
    }
    #expect(store.state.rows.map(\.id) == [UUID(0)])
  }

  @Reducer
  struct Sender: Sendable {
    struct State: Equatable, Sendable {}
    enum Action: Sendable { case send }
    let other: StoreOf<Rows>

    var body: some ReducerOf<Self> {
      Reduce { _, _ in
        .run { _ in await other.send(.add).finish() }
      }
    }
  }

  @Test("though an effect of another store sends", arguments: [false, true])
  func effect(isHosted: Bool) async {
    let store = makeStore(.incrementing, isHosted: isHosted)
    let sender = Store(initialState: Sender.State()) {
      Sender(other: store).dependency(\.uuid, .constant(UUID(8)))
    } withDependencies: {
      $0.uuid = .constant(UUID(9))
    }
    await sender.send(.send).finish()
    #expect(store.state.rows.map(\.id) == [UUID(0)])
  }

  @Test("and shared values that it makes are kept where the store's are")
  func shared() async {
    let storage = InMemoryStorage()
    let store = Store(initialState: Boards.State()) {
      Boards()
    } withDependencies: {
      $0.defaultInMemoryStorage = storage
    }
    store.send(.open)
    store.send(.up)
    let kept = withDependencies {
      $0.defaultInMemoryStorage = storage
    } operation: {
      Shared(wrappedValue: 0, .inMemory("count"))
    }
    #expect(kept.wrappedValue == 1)
    #expect(Shared(wrappedValue: 0, .inMemory("count")).wrappedValue == 0)
  }

  @Reducer
  struct Boards {
    struct State: Equatable, Sendable { var count: Shared<Int>? }
    enum Action: Sendable { case open, up }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .open: state.count = Shared(wrappedValue: 0, .inMemory("count"))
        case .up: state.count?.withLock { $0 += 1 }
        }
        return .none
      }
    }
  }
}
