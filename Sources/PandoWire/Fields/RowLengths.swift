/// The lengths of the encodings of rows, by which a row's place is found without reading those before it.
///
/// The lengths of every 64 rows are summed up, and so are 64 of these sums: a place among 100,000 rows takes
/// about 150 additions at most. A length changes in O(1), rows at the end come and go in O(1), others in
/// O(rows).
package struct RowLengths: Equatable {
  private static let shift = 6

  package private(set) var lengths: [Int32] = []
  /// The bytes of each 64 rows.
  private var sums: [Int] = []
  /// The bytes of each 4,096 rows.
  private var largeSums: [Int] = []
  /// The bytes of all rows.
  package private(set) var total = 0

  package var count: Int { lengths.count }

  package init() {}

  package mutating func append(_ length: Int32) {
    let row = lengths.count
    lengths.append(length)
    if row >> Self.shift == sums.count { sums.append(0) }
    if row >> (2 * Self.shift) == largeSums.count { largeSums.append(0) }
    add(Int(length), at: row)
  }

  private mutating func add(_ bytes: Int, at row: Int) {
    sums[row >> Self.shift] += bytes
    largeSums[row >> (2 * Self.shift)] += bytes
    total += bytes
  }

  package subscript(row: Int) -> Int {
    get { Int(lengths[row]) }
    set {
      add(newValue - Int(lengths[row]), at: row)
      lengths[row] = Int32(newValue)
    }
  }

  /// Returns where a row begins, or where the last one ends.
  package func start(of row: Int) -> Int {
    let sum = row >> Self.shift
    let largeSum = sum >> Self.shift
    var start = 0
    for index in 0..<largeSum { start += largeSums[index] }
    for index in (largeSum << Self.shift)..<sum { start += sums[index] }
    for index in (sum << Self.shift)..<row { start += Int(lengths[index]) }
    return start
  }

  /// Returns the row that holds the byte at an offset, and where it begins; the count, and the end, for an
  /// offset behind all rows.
  package func row(at offset: Int) -> (row: Int, start: Int) {
    if offset >= total { return (lengths.count, total) }
    // What is looked for lies before the end, so each loop ends.
    var start = 0
    var index = 0
    while start + largeSums[index] <= offset {
      start += largeSums[index]
      index += 1
    }
    index <<= Self.shift
    while start + sums[index] <= offset {
      start += sums[index]
      index += 1
    }
    index <<= Self.shift
    while start + Int(lengths[index]) <= offset {
      start += Int(lengths[index])
      index += 1
    }
    return (index, start)
  }

  /// Puts the lengths of new rows in the place of others.
  package mutating func replace(_ rows: Range<Int>, with new: [Int32]) {
    if rows.count == new.count {
      for (row, length) in zip(rows, new) { self[row] = Int(length) }
    } else {
      let behind = Array(lengths[rows.upperBound...])
      removeLast(lengths.count - rows.lowerBound)
      for length in new { append(length) }
      for length in behind { append(length) }
    }
  }

  /// Puts the lengths of new rows in the place of others, for ranges in ascending order, none of which is in
  /// another.
  ///
  /// - Complexity: O(ranges) and what they hold, where as many rows come as go in each; else O(rows) once.
  package mutating func replace(_ parts: [RowsReplacement]) {
    guard let first = parts.first else { return }
    if parts.count == 1 || parts.allSatisfy({ $0.rows.count == $0.lengths.count }) {
      for part in parts { replace(part.rows, with: part.lengths) }
      return
    }
    var next = first.rows.lowerBound
    let old = Array(lengths[next...])
    let distance = next
    removeLast(old.count)
    for part in parts {
      for row in next..<part.rows.lowerBound { append(old[row - distance]) }
      for length in part.lengths { append(length) }
      next = part.rows.upperBound
    }
    for row in next..<distance + old.count { append(old[row - distance]) }
  }

  private mutating func removeLast(_ removed: Int) {
    for _ in 0..<removed {
      let length = Int(lengths.removeLast())
      let row = lengths.count
      add(-length, at: row)
      if row & ((1 << Self.shift) - 1) == 0 { sums.removeLast() }
      if row & ((1 << (2 * Self.shift)) - 1) == 0 { largeSums.removeLast() }
    }
  }
}

/// Rows that give way to others, by the lengths of those.
package struct RowsReplacement {
  package var rows: Range<Int>
  package var lengths: [Int32]

  package init(rows: Range<Int>, lengths: [Int32]) {
    self.rows = rows
    self.lengths = lengths
  }
}
