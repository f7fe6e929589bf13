import PandoHosting

/// A table for people: columns as wide as what stands in them.
struct TextTable {
  let head: [String]
  /// The columns that stand to the right, as numbers do.
  let right: Set<Int>
  private(set) var rows: [[String]] = []

  init(_ head: [String], right: Set<Int> = []) {
    self.head = head
    self.right = right
  }

  /// Adds a row. What others named may hold orders to a terminal, which are left out.
  mutating func add(_ row: [String]) {
    precondition(row.count == head.count, "a row has a cell for each column")
    rows.append(row.map(\.printable))
  }

  /// The head and the rows, a line each.
  var lines: [String] {
    let widths = head.indices.map { column in
      ([head] + rows).map { $0[column].count }.max() ?? 0
    }
    return ([head] + rows).map { row in
      row.indices.map { column in
        if right.contains(column) { return row[column].right(in: widths[column]) }
        // The last column ends where it ends.
        return column == head.count - 1 ? row[column] : row[column].fitted(to: widths[column])
      }
      .joined(separator: "  ")
    }
  }
}
