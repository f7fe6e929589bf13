import Pando
import Testing

/// A hosted feature with rows in a struct that is not observable, and is compared by one of them.
@Reducer
private struct Chart {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var list: Listing
  }

  struct Listing: Codable, Equatable, Sendable {
    var rows: IdentifiedArrayOf<Counter.State>
    var selected: Int

    static func == (left: Listing, right: Listing) -> Bool {
      left.rows[id: left.selected]?.name == right.rows[id: right.selected]?.name
    }
  }

  enum Action: Codable, Equatable, Sendable {
    case add(Int)
    case rename(Int, String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let id): state.list.rows[id: id]?.count += 1
      case .rename(let id, let name): state.list.rows[id: id]?.name = name
      }
      return .none
    }
  }
}

@Reducer
private struct Board {
  @ObservableState
  struct State: Equatable, Sendable {
    var chart: Chart.State
  }
  enum Action: Sendable {
    case chart(Chart.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.chart, action: \.chart) { Chart().hosted() }
  }
}

@Suite("Comparing rows that come back from a worker")
struct ComparedRowsTests {
  @Test("a struct that is compared is compared with all of its rows")
  func compared() async {
    let rows = IdentifiedArray(uniqueElements: (0..<100).map { Counter.State(id: $0) })
    let chart = Chart.State(list: Chart.Listing(rows: rows, selected: 7))
    let store = Store(initialState: Board.State(chart: chart)) {
      Board()
    } withDependencies: {
      $0.hosting = .inProcess
    }
    let watch = Watch { store.chart.list.rows.count }
    func send(_ action: Chart.Action) async { await store.send(.chart(action)).finish() }
    await send(.add(3))
    _ = watch.takeCount()
    await send(.add(3))
    #expect(watch.takeCount() == 0)
    await send(.rename(7, "seven"))
    #expect(watch.takeCount() == 1)
    #expect(store.withState { $0.chart.list.rows[id: 3]?.count } == 2)
    await store.stop()
  }
}
