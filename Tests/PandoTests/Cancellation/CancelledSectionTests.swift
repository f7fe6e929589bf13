import Pando
import Testing

@Suite("Work inside of a cancelled part of an effect", .timeLimit(.minutes(15)))
struct CancelledSectionTests {
  enum ID: Codable, Hashable, Sendable { case part, search }

  @Reducer
  struct Search {
    struct State: Codable, Equatable, Sendable { var ticks = 0 }
    enum Action: Codable, Sendable { case begin, tick, stop }

    /// True if the closures of the parts may throw.
    let throwing: Bool
    let runs: EarlyCancellationTests.Runs

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .begin:
          return .run { [throwing, runs] send in
            defer { runs.note("first has ended") }
            if throwing {
              try await withTaskCancellation(id: ID.part) {
                await send(.tick)
                try await withTaskCancellation(id: ID.search, cancelInFlight: true) {
                  try Task.checkCancellation()
                }
              }
            } else {
              await withTaskCancellation(id: ID.part) {
                await send(.tick)
                await withTaskCancellation(id: ID.search, cancelInFlight: true) {}
              }
            }
          }
        case .tick:
          state.ticks += 1
          return .merge(
            .cancel(id: ID.part),
            .run { [runs] _ in await runs.run("second") }
              .cancellable(id: ID.search, cancelInFlight: true))
        case .stop: return .cancel(id: ID.search)
        }
      }
    }
  }

  @Reducer
  struct Desk {
    struct State: Sendable { var search = Search.State() }
    enum Action: Sendable { case search(Search.Action) }

    let isHosted: Bool
    let throwing: Bool
    let runs: EarlyCancellationTests.Runs

    var body: some ReducerOf<Self> {
      Scope(state: \.search, action: \.search) {
        if isHosted {
          Search(throwing: throwing, runs: runs).hosted()
        } else {
          Search(throwing: throwing, runs: runs)
        }
      }
    }
  }

  @Test(
    "ends nothing that has taken its place", arguments: [false, true], [false, true])
  func successor(isHosted: Bool, throwing: Bool) async {
    let runs = EarlyCancellationTests.Runs()
    let store = Store(initialState: Desk.State()) {
      Desk(isHosted: isHosted, throwing: throwing, runs: runs)
    }
    store.send(.search(.begin))
    await eventually { runs.started.isSuperset(of: ["first has ended", "second"]) }
    #expect(runs.cancelled.isEmpty)
    store.send(.search(.stop))
    await eventually { runs.cancelled == ["second"] }
    #expect(store.state.search.ticks == 1)
    await store.stop()
  }
}
