/// The content of a file: "rows 2", and an amount on each of two lines.
package struct Ledger: Codable, Equatable, Sendable {
  package var rows = 0
  package var sum = 0

  package init(rows: Int, sum: Int) {
    self.rows = rows
    self.sum = sum
  }

  /// Reads a file, as many a parser does: it believes the count in the header. A file that promises more
  /// lines than it has ends the process.
  ///
  /// - Returns: Nil where there is no header.
  package init?(parsing text: String) {
    let lines = text.split(separator: "\n")
    guard let header = lines.first, header.hasPrefix("rows "),
      let count = Int(header.dropFirst("rows ".count))
    else { return nil }
    let amounts = (0..<count).map { Int(lines[1 + $0]) ?? 0 }
    self.init(rows: count, sum: amounts.reduce(0, +))
  }
}
