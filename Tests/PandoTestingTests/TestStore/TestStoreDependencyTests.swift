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
