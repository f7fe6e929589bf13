import ClusterFeatures
import Foundation
import Observation
import Pando
import PandoCluster
import Synchronization
import Testing

@Suite("Observers of what workers reduce")
struct TellingOrderProcessTests {
  /// Notes what it reads at first, and whenever it is told; slowly, as one that draws a screen.
  private final class Observer<Value: Sendable>: Sendable {
    private let seen = Mutex<[Value]>([])
    private let read: @Sendable () -> Value

    init(_ read: @escaping @Sendable () -> Value) {
      self.read = read
      look()
    }

    var all: [Value] { seen.withLock { $0 } }

    private func look() {
      let value = withObservationTracking {
        read()
      } onChange: { [weak self] in
        usleep(1_000)
        self?.look()
      }
      seen.withLock { $0.append(value) }
    }
  }

  @Test("have been told when finish() returns")
  func finish() async throws {
    try await withBoard(workers: 1) { store, _ in
      await store.send(.open).finish()
      let observer = Observer { store.withState { $0.only?.count ?? -1 } }
      for round in 1...200 {
        await store.send(.only(.up)).finish()
        let last = observer.all.last
        #expect(last == round)
      }
    }
  }

  @Test("have been told when the send of an actor returns")
  func actorSend() async throws {
    try await withBoard(workers: 1) { store, _ in
      let board = StoreActor(store)
      await board.send(.open)
      let observer = Observer { store.withState { $0.only?.count ?? -1 } }
      for round in 1...200 {
        await board.send(.only(.up))
        let last = observer.all.last
        #expect(last == round)
      }
    }
  }

  @Reducer
  fileprivate struct Office {
    struct State: Sendable { var errand = Errand.State(id: 1) }
    enum Action: Sendable { case errand(Errand.Action) }
    var body: some ReducerOf<Self> {
      Scope(state: \.errand, action: \.errand) { Errand().hosted() }
    }
  }

  @Test("are told of each action of an effect on a worker before it sends the next")
  func effect() async throws {
    let store = Store(initialState: Office.State()) {
      Office()
    } withDependencies: {
      $0.hosting = .workers(1, executable: ClusterProgram.path)
    }
    let observer = Observer { store.withState { $0.errand.done.count } }
    await store.send(.errand(.list(count: 100))).finish()
    // The first two are what there was before the action, and behind it.
    #expect(observer.all == [0] + Array(0...100))
    await store.stop()
  }
}
