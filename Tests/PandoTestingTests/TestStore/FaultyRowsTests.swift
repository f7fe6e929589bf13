import Pando
import PandoTesting
import Testing

/// Many hosted children on several workers, whose answers come in any order.
@Suite("Rows on workers that fail on purpose")
struct FaultyRowsTests {
  @Reducer
  struct Row {
    struct State: Codable, Equatable, Identifiable, Sendable {
      let id: Int
      var count = 0
    }

    enum Action: Codable, Equatable, Sendable {
      case up
    }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.count += 1
        return .none
      }
    }
  }

  @Reducer
  struct Table {
    struct State: Equatable, Sendable {
      var rows: IdentifiedArray<Int, Row.State>
      var order: [Int] = []
    }

    enum Action: Equatable, Sendable {
      case everybody
      case remove(Int)
      case rows(IdentifiedAction<Int, Row.Action>)
    }

    let isHosted: Bool

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .everybody:
          return .merge(state.rows.ids.map { .send(.rows(.element(id: $0, action: .up))) })
        case .remove(let id):
          state.rows.remove(id: id)
        case .rows(.element(let id, .up)):
          state.order.append(id)
        }
        return .none
      }
      .forEach(\.rows, action: \.rows) {
        if isHosted { Row().hosted() } else { Row() }
      }
    }
  }

  private func run(isHosted: Bool, _ plan: FaultPlan) async -> [String] {
    let rows = IdentifiedArray(uniqueElements: (1...6).map { Row.State(id: $0) })
    let store = TestStore(initialState: Table.State(rows: rows), faults: plan) {
      Table(isHosted: isHosted)
    }
    for _ in 1...3 {
      await store.send(.everybody)
      for id in store.state.rows.ids {
        await store.receive(.rows(.element(id: id, action: .up))) {
          $0.rows[id: id]?.count += 1
          $0.order.append(id)
        }
      }
      let id = store.state.rows.count
      await store.send(.remove(id)) { $0.rows.remove(id: id) }
    }
    await store.finish()
    return store.faults.events
  }

  @Test("Actions are received in the order of the store, whoever answers first")
  func order() async {
    _ = await run(isHosted: false, .none)
    _ = await run(isHosted: true, .none)
    var deaths = 0
    for seed in UInt64(1)...20 {
      let events = await run(isHosted: true, .random(seed: seed, workers: 3))
      deaths += events.count { $0.hasSuffix("died") }
    }
    #expect(deaths > 0)
  }
}
