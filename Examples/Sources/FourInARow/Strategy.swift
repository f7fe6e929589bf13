package import Pando

/// Chooses where the opponent drops a piece.
@DependencyClient
package struct Strategy: Sendable {
  package var bestColumn: @Sendable (_ board: Board, _ depth: Int) async throws -> Int
}

extension Strategy: DependencyKey {
  /// Looks ahead as far as it is told.
  package static let liveValue = Strategy { board, depth in
    var search = LookAhead(board: board)
    return try search.bestColumn(depth: depth)
  }

  package static let testValue = Strategy()
}

extension DependencyValues {
  package var strategy: Strategy {
    get { self[Strategy.self] }
    set { self[Strategy.self] = newValue }
  }
}

/// Tries every sequence of moves up to some length.
struct LookAhead {
  var board: Board

  /// Columns in the middle take part in more rows.
  private static let order = [3, 2, 4, 1, 5, 0, 6]

  mutating func bestColumn(depth: Int) throws -> Int {
    var best: (column: Int, score: Int)?
    for column in Self.order where board.openColumns.contains(column) {
      try Task.checkCancellation()
      let score = score(.opponent, dropping: column, depth: depth, floor: best?.score ?? -1_000)
      if best == nil || score > best!.score { best = (column, score) }
    }
    return best?.column ?? 0
  }

  /// Returns how good a move is for the player: the sooner won, the higher.
  ///
  /// - Parameter floor: A score that is of no use unless it is exceeded.
  private mutating func score(
    _ player: Player, dropping column: Int, depth: Int, floor: Int
  ) -> Int {
    board.drop(player, into: column)
    defer { board.takeBack(from: column) }
    if board.isWon(by: column) { return 100 + depth }
    guard depth > 1 else { return 0 }
    var answer: Int?
    for column in Self.order where board.openColumns.contains(column) {
      let next = score(player.other, dropping: column, depth: depth - 1, floor: answer ?? -1_000)
      answer = max(answer ?? next, next)
      if answer! >= -floor { break }
    }
    return -(answer ?? 0)
  }
}
