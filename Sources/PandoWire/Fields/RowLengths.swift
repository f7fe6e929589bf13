/// The lengths of the encodings of rows, by which a row's place is found without reading those before it.
///
/// The lengths of every 256 rows are summed up: a place among 100,000 rows costs 391 sums and 256 lengths
/// at most. A length changes in O(1), rows at the end come and go in O(1), others in O(rows).
struct RowLengths: Equatable {
  private static let chunkShift = 8

  private(set) var lengths: [Int32] = []
  private var sums: [Int] = []
  /// The bytes of all rows.
  private(set) var total = 0

  var count: Int { lengths.count }

  mutating func append(_ length: Int32) {
    if lengths.count >> Self.chunkShift == sums.count { sums.append(0) }
    sums[sums.count - 1] += Int(length)
    total += Int(length)
    lengths.append(length)
  }

  subscript(row: Int) -> Int {
    get { Int(lengths[row]) }
    set {
      let difference = newValue - Int(lengths[row])
      lengths[row] = Int32(newValue)
      sums[row >> Self.chunkShift] += difference
      total += difference
    }
  }

  /// Where a row begins, or where the last one ends.
  func start(of row: Int) -> Int {
    let chunk = row >> Self.chunkShift
    var start = 0
    for index in 0..<min(chunk, sums.count) { start += sums[index] }
    for index in (chunk << Self.chunkShift)..<row { start += Int(lengths[index]) }
    return start
  }

  /// The row that holds the byte at an offset, and where it begins; the count, and the end, for an offset
  /// behind all rows.
  func row(at offset: Int) -> (row: Int, start: Int) {
    var start = 0
    var chunk = 0
    while chunk < sums.count, start + sums[chunk] <= offset {
      start += sums[chunk]
      chunk += 1
    }
    var row = min(chunk << Self.chunkShift, lengths.count)
    while row < lengths.count, start + Int(lengths[row]) <= offset {
      start += Int(lengths[row])
      row += 1
    }
    return (row, start)
  }

  /// Puts the lengths of new rows in the place of others.
  mutating func replace(_ rows: Range<Int>, with new: [Int32]) {
    if rows.count == new.count {
      for (row, length) in zip(rows, new) { self[row] = Int(length) }
    } else {
      let behind = Array(lengths[rows.upperBound...])
      removeLast(lengths.count - rows.lowerBound)
      for length in new { append(length) }
      for length in behind { append(length) }
    }
  }

  private mutating func removeLast(_ removed: Int) {
    for _ in 0..<removed {
      let length = Int(lengths.removeLast())
      sums[lengths.count >> Self.chunkShift] -= length
      total -= length
      if lengths.count & ((1 << Self.chunkShift) - 1) == 0 { sums.removeLast() }
    }
  }
}
