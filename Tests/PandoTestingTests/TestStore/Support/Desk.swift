import Pando
import PandoTesting

/// A child with effects of every kind that a test meets.
@Reducer
struct Lookup {
  struct State: Codable, Equatable, Sendable {
    var query = ""
    var hits: [Int] = []
    var ticks = 0
  }

  enum Action: Codable, Equatable, Sendable {
    case typed(String)
    case found([Int])
    case search(times: Int)
    case startTicking
    case stopTicking
    case tick
    case twice
    case restarted
  }

  private enum CancelID: Hashable { case ticking }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .typed(let query):
        state.query = query
        return .run(name: "search") { send in await send(.found([query.count])) }
      case .found(let hits):
        state.hits += hits
      case .search(let times):
        return .run(name: "search many") { send in
          for number in 0..<times { await send(.found([number])) }
        }
      case .startTicking, .restarted:
        return .run(name: "ticker") { [clock] send in
          while true {
            try await clock.sleep(for: .seconds(1))
            await send(.tick)
          }
        }
        .cancellable(id: CancelID.ticking, cancelInFlight: true)
      case .stopTicking:
        return .cancel(id: CancelID.ticking)
      case .tick:
        state.ticks += 1
      case .twice:
        return .merge(.send(.tick), .send(.tick))
      }
      return .none
    }
  }
}

/// Shows a lookup, which may be hosted, and counts what it finds.
@Reducer
struct Desk {
  struct State: Equatable, Sendable {
    var lookup: Lookup.State? = Lookup.State()
    var total = 0
  }

  enum Action: Equatable, Sendable {
    case open
    case close
    case lookup(Lookup.Action)
  }

  let isHosted: Bool

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open: state.lookup = Lookup.State()
      case .close: state.lookup = nil
      case .lookup(.found(let hits)): state.total += hits.count
      case .lookup: break
      }
      return .none
    }
    .ifLet(\.lookup, action: \.lookup) {
      if isHosted { Lookup().hosted(interrupted: .restarted) } else { Lookup() }
    }
  }
}

/// Where the child runs in a test: with the same words, and the same results.
enum Place: CaseIterable, Sendable {
  case here, hosted

  /// A test's store, with a clock that stands still.
  func makeDesk(
    clock: TestClock<Duration> = TestClock(), faults: FaultPlan = .none,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> TestStoreOf<Desk> {
    TestStore(initialState: Desk.State(), faults: faults) {
      Desk(isHosted: self == .hosted)
    } withDependencies: {
      $0.continuousClock = clock
    }
  }
}
