import Observation
import Pando
import Testing

@Reducer
private struct Gauge {
  struct Place: Codable, Equatable, Sendable {
    var height = Double.nan
    var name = "at the top of the tower, behind the old clock"
  }

  /// One with room between its properties.
  struct Valve: Codable, Equatable, Sendable {
    var isOpen = false
    var pressure = Double.nan
  }

  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var ratio = Double.nan
    var place = Place()
    var valve = Valve()
    var count = 0
  }

  enum Action: Codable, Equatable, Sendable {
    case add
    case measure(Double)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add: state.count += 1
      case .measure(let ratio): state.ratio = ratio
      }
      return .none
    }
  }
}

@Reducer
private struct Panel {
  @ObservableState
  struct State: Equatable, Sendable {
    var gauge = Gauge.State()
  }
  enum Action: Sendable {
    case gauge(Gauge.Action)
  }
  var isHosted = false

  var body: some ReducerOf<Self> {
    Scope(state: \.gauge, action: \.gauge) {
      if isHosted { Gauge().hosted() } else { Gauge() }
    }
  }
}

@Suite("Observing what is not equal to itself")
struct NotANumberTests {
  @Test("tells of no change that is none", arguments: [false, true])
  func unchanged(hosted: Bool) async {
    let store = Store(initialState: Panel.State()) {
      Panel(isHosted: hosted)
    } withDependencies: {
      if hosted { $0.hosting = .inProcess }
    }
    let watches = [
      Watch { store.gauge.ratio },
      Watch { store.gauge.place },
      Watch { store.gauge.valve },
      Watch { store.gauge.count },
    ]
    func changes() -> [Int] { watches.map { $0.takeCount() } }
    await store.send(.gauge(.add)).finish()
    #expect(changes() == [0, 0, 0, 1])
    await store.send(.gauge(.measure(0.5))).finish()
    #expect(changes() == [1, 0, 0, 0])
    await store.send(.gauge(.measure(.nan))).finish()
    #expect(changes() == [1, 0, 0, 0])
    await store.send(.gauge(.add)).finish()
    #expect(changes() == [0, 0, 0, 1])
    await store.stop()
  }
}
