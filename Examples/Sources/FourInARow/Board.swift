/// The one or the other.
package enum Player: String, Codable, Equatable, Sendable {
  case person, opponent

  package var other: Player { self == .person ? .opponent : .person }
}

/// Seven columns of six places. A piece falls onto those that are there.
package struct Board: Codable, Equatable, Sendable {
  package static let width = 7
  package static let height = 6

  /// The pieces of each column, from below.
  package private(set) var columns: [[Player]] = Array(repeating: [], count: width)

  package init() {}

  /// A board on which both have dropped pieces in turn, the person first.
  package init(columns: [Int]) {
    var player = Player.person
    for column in columns {
      drop(player, into: column)
      player = player.other
    }
  }

  package var openColumns: [Int] { columns.indices.filter { columns[$0].count < Self.height } }

  package var pieceCount: Int { columns.reduce(0) { $0 + $1.count } }

  package mutating func drop(_ player: Player, into column: Int) {
    columns[column].append(player)
  }

  package mutating func takeBack(from column: Int) {
    columns[column].removeLast()
  }

  package subscript(column: Int, row: Int) -> Player? {
    guard columns.indices.contains(column), columns[column].indices.contains(row) else {
      return nil
    }
    return columns[column][row]
  }

  /// Returns whether the uppermost piece of a column is one of four in a row.
  package func isWon(by column: Int) -> Bool {
    let row = columns[column].count - 1
    guard let player = self[column, row] else { return false }
    return [(1, 0), (0, 1), (1, 1), (1, -1)].contains { step in
      let ahead = count(player, from: (column, row), by: step)
      let behind = count(player, from: (column, row), by: (-step.0, -step.1))
      return ahead + behind + 1 >= 4
    }
  }

  private func count(_ player: Player, from place: (Int, Int), by step: (Int, Int)) -> Int {
    var length = 0
    var next = (place.0 + step.0, place.1 + step.1)
    while self[next.0, next.1] == player {
      length += 1
      next = (next.0 + step.0, next.1 + step.1)
    }
    return length
  }
}

extension Board: CustomStringConvertible {
  package var description: String {
    let rows = (0..<Self.height).reversed().map { row in
      (0..<Self.width).map { column in
        switch self[column, row] {
        case .person: "x"
        case .opponent: "o"
        case nil: "."
        }
      }.joined(separator: " ")
    }
    return rows.joined(separator: "\n")
  }
}
