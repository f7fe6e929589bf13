package import Pando

/// Thinks about the next move. It is hosted: while it thinks, the game's process has nothing to do, and
/// when its worker dies, it thinks again in another.
@Reducer
package struct Opponent {
  @ObservableState
  package struct State: Codable, Equatable, Sendable {
    /// The number of moves that it looks ahead.
    package var depth: Int
    package var thinkingAbout: Board?
    /// The number of those that took over from another that died.
    package var successors = 0

    package init(depth: Int = 4) {
      self.depth = depth
    }
  }

  package enum Action: Codable, Equatable, Sendable {
    case turnBegan(Board)
    case chose(column: Int)
    case gaveUp
    /// The worker died while the opponent thought.
    case interrupted
  }

  @Dependency(\.strategy) var strategy

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .turnBegan(let board):
        state.thinkingAbout = board
        return think(about: board, depth: state.depth)

      case .chose, .gaveUp:
        state.thinkingAbout = nil
        return .none

      case .interrupted:
        state.successors += 1
        guard let board = state.thinkingAbout else { return .none }
        return think(about: board, depth: state.depth)
      }
    }
  }

  private func think(about board: Board, depth: Int) -> Effect<Action> {
    .run { send in
      await send(.chose(column: try await strategy.bestColumn(board: board, depth: depth)))
    } catch: { _, send in
      await send(.gaveUp)
    }
  }
}
