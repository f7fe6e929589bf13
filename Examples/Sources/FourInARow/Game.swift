package import Pando

/// A game against a hosted opponent.
@Reducer
package struct Game {
  package enum Outcome: Equatable, Sendable {
    case won(by: Player)
    case drawn
  }

  @ObservableState
  package struct State: Equatable, Sendable {
    package var board: Board
    package var turn = Player.person
    package var outcome: Outcome?
    package var opponent: Opponent.State

    package init(board: Board = Board(), depth: Int = 4) {
      self.board = board
      opponent = Opponent.State(depth: depth)
    }
  }

  package enum Action: Sendable {
    case columnTapped(Int)
    case newGameButtonTapped
    case opponent(Opponent.Action)
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Scope(state: \.opponent, action: \.opponent) {
      Opponent().hosted(interrupted: .interrupted)
    }
    Reduce { state, action in
      switch action {
      case .columnTapped(let column):
        guard state.turn == .person, state.outcome == nil,
          state.board.openColumns.contains(column)
        else { return .none }
        state.drop(.person, into: column)
        return state.outcome == nil ? .send(.opponent(.turnBegan(state.board))) : .none

      case .newGameButtonTapped:
        guard state.turn == .person || state.outcome != nil else { return .none }
        state = State(depth: state.opponent.depth)
        return .none

      case .opponent(.chose(let column)):
        state.drop(.opponent, into: column)
        return .none

      case .opponent(.gaveUp):
        state.outcome = .won(by: .person)
        return .none

      case .opponent:
        return .none
      }
    }
  }
}

extension Game.State {
  fileprivate mutating func drop(_ player: Player, into column: Int) {
    board.drop(player, into: column)
    turn = player.other
    if board.isWon(by: column) {
      outcome = .won(by: player)
    } else if board.openColumns.isEmpty {
      outcome = .drawn
    }
  }
}
