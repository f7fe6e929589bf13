/// Rows side by side, and their encoding, counted from the first row's.
struct Stretch {
  var rows: Range<Int>
  var bytes: Range<Int>
  /// The distance by which a patch moves what lies behind them, in bytes.
  var growth: Int

  /// Adds a stretch that does not begin before this one.
  fileprivate mutating func join(_ other: Stretch) {
    rows = rows.lowerBound..<max(rows.upperBound, other.rows.upperBound)
    bytes = bytes.lowerBound..<max(bytes.upperBound, other.bytes.upperBound)
    growth += other.growth
  }
}

extension RowLengths {
  /// Measures a list of rows; nil for anything but a list.
  init?(passing bytes: WireBytes, _ offset: inout Int) throws(WireError) {
    guard try bytes.tag(offset) == WireTag.list else { return nil }
    try self.init(passing: bytes, &offset) { bytes, offset throws(WireError) in
      try bytes.skip(&offset)
    }
  }

  /// Measures rows between a tag and the end of what it begins; `skip` moves behind one row.
  init?(
    passing bytes: WireBytes, _ offset: inout Int,
    _ skip: (WireBytes, inout Int) throws(WireError) -> Void
  ) throws(WireError) {
    offset += 1
    self.init()
    while try bytes.tag(offset) != WireTag.end {
      let start = offset
      try skip(bytes, &offset)
      guard let length = Int32(exactly: offset - start) else { return nil }
      append(length)
    }
    offset += 1
  }

  /// The most splices whose rows are looked for. Each takes a look at one of 4,096 rows, so that a patch of
  /// many in a list of many would take longer than reading all rows.
  static var splicesAtMost: Int { 1 << 16 }

  /// Returns the rows that splices touch, where those of the same rows make one stretch; nil where one
  /// changes the list itself, or where they are too many. `start` is where the first row begins.
  func stretches(of splices: ArraySlice<Splice>, from start: Int) -> [Stretch]? {
    guard splices.count <= Self.splicesAtMost else { return nil }
    var stretches: [Stretch] = []
    for splice in splices {
      guard let stretch = stretch(of: splice, from: start) else { return nil }
      if let last = stretches.last, stretch.rows.lowerBound < last.rows.upperBound {
        stretches[stretches.count - 1].join(stretch)
      } else {
        stretches.append(stretch)
      }
    }
    return stretches
  }

  /// Returns the rows that a splice changes, removes, or comes between; nil where it changes the list itself.
  private func stretch(of splice: Splice, from start: Int) -> Stretch? {
    let from = splice.offset - start
    let to = from + splice.removedCount
    guard from >= 0, to <= total else { return nil }
    let first = row(at: from)
    if splice.removedCount == 0, first.start == from {
      return Stretch(rows: first.row..<first.row, bytes: from..<from, growth: splice.growth)
    }
    var end = (row: first.row + 1, start: first.start + self[first.row])
    if end.start < to {
      end = row(at: to)
      if end.start < to { end = (end.row + 1, end.start + self[end.row]) }
    }
    return Stretch(
      rows: first.row..<end.row, bytes: first.start..<end.start, growth: splice.growth)
  }
}
