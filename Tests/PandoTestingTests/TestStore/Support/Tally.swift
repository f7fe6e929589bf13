import Pando
import PandoTesting

/// A child that shares a count with its parent, and changes it in every way that there is.
@Reducer
struct TallyRow {
  struct State: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    @Shared var count: Int
    var taps = 0
  }

  enum Action: Codable, Equatable, Sendable {
    case up, upTwice, upLater, look, tap
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .up: state.$count.withLock { $0 += 1 }
      case .upTwice:
        state.$count.withLock { $0 += 1 }
        return .merge(.send(.up), .send(.up))
      case .upLater: return .run { send in await send(.up) }
      case .look: break
      case .tap: state.taps += 1
      }
      return .none
    }
  }
}

/// Counters in rows, which all share one tally, and whose own reducer changes it too.
@Reducer
struct Tally {
  struct Board: Codable, Equatable, Sendable {
    var title = "none"
    var count = 0
    var best: Int?
  }

  struct State: Equatable, Sendable {
    @Shared var board: Board
    @SharedReader var title: String
    var rows: IdentifiedArray<Int, TallyRow.State>
    var note = ""
    var numbers: [Int] = []

    init(_ board: Shared<Board> = Shared(value: Board())) {
      _board = board
      _title = SharedReader(board.title)
      rows = IdentifiedArray(
        uniqueElements: (0..<2).map { TallyRow.State(id: $0, count: board.count) })
    }
  }

  enum Action: Equatable, Sendable {
    case row(IdentifiedAction<Int, TallyRow.Action>)
    case rename(String), renameInEffect(String), renameAndTell(String)
    case told
    case replace
  }

  let isHosted: Bool

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .row: break
      case .rename(let title): state.$board.withLock { $0.title = title }
      case .renameInEffect(let title):
        return .run { [board = state.$board] _ in board.withLock { $0.title = title } }
      case .renameAndTell(let title):
        return .run { [board = state.$board] send in
          board.withLock { $0.title = title }
          await send(.told)
        }
      case .told: state.$board.withLock { $0.count += 10 }
      case .replace: state.$board = Shared(value: Board(title: "other"))
      }
      return .none
    }
    .forEach(\.rows, action: \.row) {
      if isHosted { TallyRow().hosted() } else { TallyRow() }
    }
  }
}

extension Place {
  /// A test's store of a tally.
  func makeTally(
    _ board: Shared<Tally.Board> = Shared(value: Tally.Board()), faults: FaultPlan = .none,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> TestStoreOf<Tally> {
    TestStore(
      initialState: Tally.State(board), faults: faults,
      reducer: { Tally(isHosted: self == .hosted) },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
