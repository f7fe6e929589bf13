/// Tells the rows of a collection apart, which is encoded as a list of them.
final class RowsShape: FieldShape {
  private let coding: RowsCoding

  init(_ coding: RowsCoding) {
    self.coding = coding
  }

  override func makeWatch() -> FieldWatch { RowsWatch(coding) }

  override func makeFollower() -> FieldFollower { RowsFollower(coding) }
}

/// Encodes those rows of a collection that its notes name.
private final class RowsWatch: FieldWatch {
  private let coding: RowsCoding
  private let notes: RowNotes
  private var lengths = RowLengths()

  init(_ coding: RowsCoding) {
    self.coding = coding
    notes = coding.makeNotes()
  }

  override func begin(
    _ place: UnsafeMutableRawPointer, _ bytes: WireBytes, _ offset: inout Int
  ) throws(WireError) -> Bool {
    let first = offset
    guard let lengths = try RowLengths(passing: bytes, &offset),
      lengths.count == coding.count(place)
    else { return false }
    self.lengths = lengths
    length = offset - first
    notes.begin(place)
    return true
  }

  override func look(
    _ place: UnsafeMutableRawPointer, _ changes: inout FieldChanges, from start: Int, depth: Int,
    _ writer: inout WireWriter
  ) throws(WireError) -> Bool {
    guard let noted = notes.take(place) else { return false }
    if noted.isEmpty { return true }
    let total = lengths.total
    // A property and a list are levels, and so is each row: never less than in the whole value.
    let depth = depth + 2
    // Behind the tag of the list.
    let first = start + 1
    if let same = noted.same {
      try addStretch(same, place, &changes, first, depth, &writer)
    } else {
      // The old places of all are those of the encoding; so lengths are changed afterwards.
      var measured: [(row: Int, length: Int)] = []
      for row in noted.updated.count > 1 ? Set(noted.updated).sorted() : noted.updated {
        writer.removeAll()
        try coding.encode(place, at: row, depth: depth, into: &writer)
        changes.add(first + lengths.start(of: row), lengths[row], writer)
        measured.append((row, writer.count))
      }
      for (row, length) in measured { lengths[row] = length }
    }
    length += lengths.total - total
    return true
  }

  /// Encodes all rows but those at both ends that are the same.
  private func addStretch(
    _ same: RowChanges.Ends, _ place: UnsafeMutableRawPointer, _ changes: inout FieldChanges,
    _ first: Int, _ depth: Int, _ writer: inout WireWriter
  ) throws(WireError) {
    let removed = same.front..<lengths.count - same.back
    var added: [Int32] = []
    writer.removeAll()
    for position in same.front..<coding.count(place) - same.back {
      let before = writer.count
      try coding.encode(place, at: position, depth: depth, into: &writer)
      added.append(Int32(writer.count - before))
    }
    let offset = lengths.start(of: removed.lowerBound)
    let length = lengths.start(of: removed.upperBound) - offset
    if length > 0 || writer.count > 0 {
      changes.add(
        Splice(
          offset: first + offset, removedCount: length,
          bytes: writer.withBytes { ByteString(copying: $0) }))
    }
    lengths.replace(removed, with: added)
  }
}

/// Decodes those rows of a collection that a patch touches.
private final class RowsFollower: FieldFollower {
  private let coding: RowsCoding
  private var lengths = RowLengths()
  private var isUpdate = false

  override var keepsRows: Bool { isUpdate }

  init(_ coding: RowsCoding) {
    self.coding = coding
  }

  override func begin(_ bytes: WireBytes, _ offset: inout Int) throws(WireError) -> Bool {
    let first = offset
    guard let lengths = try RowLengths(passing: bytes, &offset) else { return false }
    self.lengths = lengths
    length = offset - first
    return true
  }

  override func follow(
    _ splices: ArraySlice<Splice>, from start: Int, _ reader: inout WireReader, length: Int,
    _ place: UnsafeRawPointer
  ) throws(WireError) -> FieldEdit? {
    guard let stretches = lengths.stretches(of: splices, from: start + 1) else { return nil }
    let newStart = reader.position + 1
    // A property and a list are levels.
    reader.depth += 2
    if stretches.count == 1 {
      guard let edit = try edit(stretches[0], newStart, &reader, place) else { return nil }
      lengths.replace(stretches[0].rows, with: edit.lengths)
      self.length = length
      isUpdate = edit.isUpdate
      return edit.edit
    }
    var edits: [(rows: Range<Int>, edit: RowsEdit)] = []
    var growth = 0
    for stretch in stretches {
      // Rows that come or go move those behind them, and are looked for among all others.
      guard let edit = try edit(stretch, newStart + growth, &reader, place), edit.isUpdate
      else { return nil }
      edits.append((stretch.rows, edit))
      growth += stretch.growth
    }
    for (changed, edit) in edits { lengths.replace(changed, with: edit.lengths) }
    self.length = length
    isUpdate = true
    let all = edits.map(\.edit.edit)
    return { [coding] place, step in
      switch step {
      case .reduce(let adopting):
        coding.keepUpdated(stretches.map(\.rows), of: place, adopting)
      case .apply: for edit in all { edit(place, .apply) }
      }
    }
  }

  /// Decodes the rows of one stretch, of a collection whose first row begins at `start`.
  private func edit(
    _ stretch: Stretch, _ start: Int, _ reader: inout WireReader,
    _ place: UnsafeRawPointer
  ) throws(WireError) -> RowsEdit? {
    reader.offset = start + stretch.bytes.lowerBound
    let end = reader.offset + stretch.bytes.count + stretch.growth
    return try coding.decode(from: &reader, to: end, at: stretch.rows, of: place)
  }
}
