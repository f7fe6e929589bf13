import Observation
import Pando
import Testing

/// A hosted feature with children of its own, which come back from the worker as one value.
@Reducer
private struct Orchard {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var title = ""
    var optional: Counter.State?
    var place = Place.nowhere
    var rows: IdentifiedArrayOf<Counter.State> = []
    var sizes: [Int] = []
  }

  @ObservableState
  enum Place: Codable, Equatable, Sendable {
    case nowhere
    case row(Counter.State)
    case number(Int)
  }

  enum Action: Codable, Equatable, Sendable {
    case optional(Counter.Action)
    case rows(IdentifiedActionOf<Counter>)
    case set(State)
    case count(Int)
    case append(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .set(let other): state = other
      case .count(let step):
        if case .row(var row) = state.place {
          row.count += step
          state.place = .row(row)
        }
      case .append(let size): state.sizes.append(size)
      case .optional, .rows: break
      }
      return .none
    }
    .ifLet(\.optional, action: \.optional) { Counter() }
    .forEach(\.rows, action: \.rows) { Counter() }
  }
}

@Reducer
private struct Farm {
  @ObservableState
  struct State: Equatable, Sendable {
    var orchard = Orchard.State()
  }
  enum Action: Sendable {
    case orchard(Orchard.Action)
  }
  var isHosted = false

  var body: some ReducerOf<Self> {
    Scope(state: \.orchard, action: \.orchard) {
      if isHosted { Orchard().hosted() } else { Orchard() }
    }
  }
}

@Suite("Observing what comes back from a worker")
struct HostedStateTests {
  // A large state comes back field by field.
  @Test("each field of each child is told alone", arguments: [false, true], [0, 4_000])
  func fields(hosted: Bool, titleBytes: Int) async {
    var state = Orchard.State()
    state.title = String(repeating: "x", count: titleBytes)
    state.optional = Counter.State(id: 9)
    state.place = .row(Counter.State(id: 5))
    state.rows = [Counter.State(id: 1), Counter.State(id: 2)]
    let store = Store(initialState: Farm.State(orchard: state)) {
      Farm(isHosted: hosted)
    } withDependencies: {
      if hosted { $0.hosting = .inProcess }
    }
    let watches = [
      Watch { store.orchard.title },
      Watch { store.orchard.optional?.count },
      Watch { store.orchard.optional?.name },
      Watch { store.orchard.rows.ids },
      Watch { store.orchard.rows[id: 1]?.count },
      Watch { store.orchard.rows[id: 2]?.count },
      Watch { store.orchard.sizes },
    ]
    let place = Watch {
      if case .row(let row) = store.orchard.place { row.count } else { -1 }
    }
    func changes() -> [Int] { watches.map { $0.takeCount() } }
    func send(_ action: Orchard.Action) async { await store.send(.orchard(action)).finish() }
    await send(.optional(.add(1)))
    #expect(changes() == [0, 1, 0, 0, 0, 0, 0])
    await send(.optional(.rename("a")))
    #expect(changes() == [0, 0, 1, 0, 0, 0, 0])
    await send(.rows(.element(id: 2, action: .add(1))))
    #expect(changes() == [0, 0, 0, 0, 0, 1, 0])
    await send(.rows(.element(id: 1, action: .rename("a"))))
    #expect(changes() == [0, 0, 0, 0, 0, 0, 0])
    await send(.append(1))
    #expect(changes() == [0, 0, 0, 0, 0, 0, 1])
    #expect(place.takeCount() == 0)
    await send(.count(1))
    #expect(changes() == [0, 0, 0, 0, 0, 0, 0])
    #expect(place.takeCount() == 1)
    // Everything else: the other case, rows in another order, no child.
    state.place = .number(1)
    state.optional = nil
    state.rows = [Counter.State(id: 2), Counter.State(id: 3), Counter.State(id: 1)]
    await send(.set(state))
    #expect(changes().dropFirst().allSatisfy { $0 >= 1 })
    #expect(place.takeCount() == 1)
    #expect(Array(store.orchard.rows.ids) == [2, 3, 1])
    await send(.rows(.element(id: 3, action: .add(1))))
    #expect(changes() == [0, 0, 0, 0, 0, 0, 0])
    await send(.rows(.element(id: 1, action: .add(1))))
    #expect(changes() == [0, 0, 0, 0, 1, 0, 0])
    await store.stop()
  }
}
