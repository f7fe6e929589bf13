import Testing

@testable import Pando

/// A reducer that ends or starts such a task does so behind its commit, in the store's short way too.
@Suite("A task that waits for a commit of a store that hosts nothing", .timeLimit(.minutes(15)))
struct WaitingTaskTests {
  /// Cancels a task when it ends.
  final class Job: Sendable {
    let task: Task<Void, Never>
    init(_ task: Task<Void, Never>) { self.task = task }
    deinit { task.cancel() }
  }

  @Reducer
  struct Desk {
    struct State: Sendable {
      var job: Job?
      var count = 0
    }

    enum Action: Sendable { case hold(Job), letGo, cancel, start(@Sendable () -> Void) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        state.count += 1
        switch action {
        case .hold(let job): state.job = job
        case .letGo: state.job = nil
        case .cancel: state.job?.task.cancel()
        case .start(let start): start()
        }
        return .none
      }
    }
  }

  enum Way: CaseIterable, Sendable { case letsGo, cancels }

  @Test("goes on when the reducer cancels it", arguments: Way.allCases)
  func cancelled(_ way: Way) async throws {
    let engine = StoreEngine(
      initialState: { Desk.State() }, reducer: { Desk() }, dependencies: .current)
    let task = Task {
      while !Task.isCancelled {
        _ = await engine.version(after: engine.withState { _ in engine.version })
      }
    }
    await eventually { engine.isWaitedFor }
    _ = engine.send(.hold(Job(task)))
    await eventually { engine.isWaitedFor }
    _ = engine.send(way == .letsGo ? .letGo : .cancel)
    await task.value
  }

  @Test("goes on when the reducer starts it at once, and there is a state that it has not seen")
  func started() async {
    let store = Store(initialState: Desk.State()) { Desk() }
    let counts = AsyncStream<Int>.makeStream()
    store.send(
      .start {
        Task.immediate { [weak store] in
          guard let states = store?.states else { return }
          for await state in states {
            counts.continuation.yield(state.count)
            break
          }
        }
      })
    var iterator = counts.stream.makeAsyncIterator()
    #expect(await iterator.next() == 1)
  }
}

extension StoreEngine {
  fileprivate var isWaitedFor: Bool { withState { _ in !waiters.isEmpty } }
}
