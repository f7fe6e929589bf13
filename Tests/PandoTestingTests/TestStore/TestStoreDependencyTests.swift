import Foundation
import Pando
import PandoTesting
import Testing

@Suite("The dependencies of a test's store")
struct TestStoreDependencyTests {
  @Reducer
  struct Diary {
    struct State: Codable, Equatable, Sendable {
      var ids: [UUID] = []
    }

    enum Action: Codable, Equatable, Sendable {
      case write, writeLater, written(UUID)
    }

    @Dependency(\.uuid) var uuid

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .write: state.ids.append(uuid())
        case .writeLater: return .run { send in await send(.written(uuid())) }
        case .written(let id): state.ids.append(id)
        }
        return .none
      }
    }
  }

  private func makeStore(_ place: Place) -> TestStoreOf<Diary> {
    TestStore(initialState: Diary.State()) {
      Scope(state: \.self, action: \.self) {
        if place == .hosted { Diary().hosted() } else { Diary() }
      }
    } withDependencies: {
      $0.uuid = .incrementing
    }
  }

  @Test("A test may change them while the store runs", arguments: Place.allCases)
  func change(_ place: Place) async {
    let store = makeStore(place)
    let first = UUID(0)
    let other = UUID(1_000)
    await store.send(.write) { $0.ids = [first] }
    store.dependencies.uuid = .constant(other)
    await store.send(.write) { $0.ids = [first, other] }
    await store.send(.writeLater)
    await store.receive(.written(other)) { $0.ids = [first, other, other] }
  }

  @Reducer
  struct Shelf {
    struct State: Equatable, Sendable { @Presents var diary: Diary.State? = Diary.State() }

    enum Action: Equatable, Sendable { case diary(PresentationAction<Diary.Action>) }

    let place: Place

    var body: some ReducerOf<Self> {
      Reduce { _, _ in .none }
        .ifLet(\.$diary, action: \.diary) {
          if place == .hosted { Diary().hosted() } else { Diary() }
        }
    }
  }

  @Test("A change counts for a feature that is presented", arguments: Place.allCases)
  func changePresented(_ place: Place) async {
    let store = TestStore(initialState: Shelf.State()) {
      Shelf(place: place)
    } withDependencies: {
      $0.uuid = .constant(UUID(1))
    }
    await store.send(.diary(.presented(.write))) { $0.diary?.ids = [UUID(1)] }
    await store.send(.diary(.presented(.writeLater)))
    await store.receive(.diary(.presented(.written(UUID(1))))) {
      $0.diary?.ids = [UUID(1), UUID(1)]
    }
    store.dependencies.uuid = .constant(UUID(2))
    await store.send(.diary(.presented(.write))) { $0.diary?.ids.append(UUID(2)) }
    await store.send(.diary(.presented(.writeLater)))
    await store.receive(.diary(.presented(.written(UUID(2))))) {
      $0.diary?.ids = [UUID(1), UUID(1), UUID(2), UUID(2)]
    }
  }

  @Test(
    "A change counts inside an operator that overrides another dependency",
    arguments: Place.allCases)
  func changeInsideOperator(_ place: Place) async {
    let made = Diary()
    let store = TestStore(initialState: Diary.State()) {
      Scope(state: \.self, action: \.self) {
        if place == .hosted {
          Diary().dependency(\.date, .constant(.distantPast)).hosted()
        } else {
          made.dependency(\.date, .constant(.distantPast))
        }
      }
    } withDependencies: {
      $0.uuid = .constant(UUID(1))
    }
    await store.send(.write) { $0.ids = [UUID(1)] }
    store.dependencies.uuid = .constant(UUID(2))
    await store.send(.write) { $0.ids = [UUID(1), UUID(2)] }
    await store.send(.writeLater)
    await store.receive(.written(UUID(2))) { $0.ids = [UUID(1), UUID(2), UUID(2)] }
  }

  @Test("What an operator overrides counts, whatever a test changes", arguments: Place.allCases)
  func operatorWins(_ place: Place) async {
    let store = TestStore(initialState: Diary.State()) {
      Scope(state: \.self, action: \.self) {
        if place == .hosted {
          Diary().dependency(\.uuid, .constant(UUID(5))).hosted()
        } else {
          Diary().dependency(\.uuid, .constant(UUID(5)))
        }
      }
    } withDependencies: {
      $0.uuid = .constant(UUID(1))
    }
    store.dependencies.uuid = .constant(UUID(2))
    await store.send(.write) { $0.ids = [UUID(5)] }
    await store.send(.writeLater)
    await store.receive(.written(UUID(5))) { $0.ids = [UUID(5), UUID(5)] }
  }

  @Test("Another clock counts for effects that take the dependency's")
  func clock() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { state, action in
        if action == 0 { return .send(1).debounce(id: "pause", for: .seconds(1)) }
        state += action
        return .none
      }
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
    store.dependencies.continuousClock = ImmediateClock()
    await store.send(0)
    await store.receive(1) { $0 = 1 }
  }

  @Test("A closure that asserts reads them too")
  func inClosure() async {
    let store = makeStore(.here)
    store.dependencies.uuid = .constant(UUID(7))
    await store.send(.write) {
      @Dependency(\.uuid) var uuid
      $0.ids = [uuid()]
    }
  }

  @Test("They are those of tests, and hosting is chosen by the test")
  func defaults() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Void> { state, _ in
        state += 1
        return .none
      }
    } withDependencies: {
      #expect($0.context == .test)
      $0.hosting = .direct
    }
    await store.send(()) { $0 = 1 }
  }
}
