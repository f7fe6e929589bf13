/// Finds which fields of a large state a patch of its encoding changes, and decodes only those.
///
/// It keeps the lengths of the fields in the encoding. After nil or an error it is of no use any more, and
/// the whole state is to be decoded.
package final class FieldwiseDecoding {
  private let table: FieldTable
  private var lengths: FieldLengths
  /// A number that its owner gives to the encoding.
  package var version: UInt64 = 0

  /// Begins with the encoding of a state; nil where it is not of that shape.
  package init?(_ table: FieldTable, _ encoded: [UInt8]) {
    guard let lengths = encoded.withUnsafeBytes({ FieldLengths(of: $0, table) }) else { return nil }
    self.table = table
    self.lengths = lengths
  }

  /// Returns what a patch changes in a state; nil where that cannot be told field by field.
  ///
  /// - Parameters:
  ///   - patch: A patch of the encoding that was given last, or came of the last patch.
  ///   - encoded: The encoding with the patch applied.
  ///   - state: The state before the patch.
  /// - Complexity: O(fields), and what it takes to decode those, and the rows, that changed.
  package func change(
    by patch: Patch, to encoded: UnsafeRawBufferPointer, of state: UnsafeRawPointer
  ) throws(WireError) -> StateChange? {
    switch patch {
    case .unchanged: return StateChange()
    case .snapshot: return nil
    case .splice(let splice): return try change(by: [splice], encoded, state)
    case .splices(let splices): return try change(by: splices, encoded, state)
    }
  }

  private func change(
    by splices: [Splice], _ encoded: UnsafeRawBufferPointer, _ state: UnsafeRawPointer
  ) throws(WireError) -> StateChange? {
    var change = StateChange()
    var next = 0
    // Where a field begins, before the patch and after it.
    var old = 0
    var new = 0
    for (index, field) in table.fields.enumerated() {
      if next == splices.count { break }
      old += field.gap.count
      new += field.gap.count
      let length = lengths.fields[index]
      let first = next
      while next < splices.count, splices[next].isInside(old, old + length) { next += 1 }
      let mine = splices[first..<next]
      let newLength = length + mine.reduce(0) { $0 + $1.growth }
      if !mine.isEmpty {
        var reader = WireReader(encoded, at: new, depth: field.depth)
        // Taken out, so that it is changed where it is.
        if let coding = field.coding.rows, var rows = lengths.rows[index].take() {
          guard
            let edits = try decodeRows(
              mine, &rows, coding, &reader, from: old, state + field.offset)
          else { return nil }
          for edit in edits { change.add(at: field.offset, edit) }
          lengths.rows[index] = rows
        } else {
          change.add(at: field.offset, try field.coding.decode(from: &reader))
          guard reader.position == new + newLength else { return nil }
        }
        lengths.fields[index] = newLength
      }
      old += length
      new += newLength
    }
    return next == splices.count ? change : nil
  }

  /// Decodes the rows that splices touch; `start` is where their list begins before the patch. The reader
  /// stands where it begins after it.
  private func decodeRows(
    _ splices: ArraySlice<Splice>, _ rows: inout RowLengths, _ coding: RowsCoding,
    _ reader: inout WireReader, from start: Int, _ place: UnsafeRawPointer
  ) throws(WireError) -> [FieldEdit]? {
    let newStart = reader.position
    // A property and a list are levels.
    reader.depth += 2
    var edits: [(rows: Range<Int>, edit: RowsEdit)] = []
    var growth = 0
    var next = splices.startIndex
    while next < splices.endIndex {
      // Splices of the same rows make one stretch.
      guard var stretch = rows.stretch(of: splices[next], from: start) else { return nil }
      var stretchGrowth = splices[next].growth
      next += 1
      while next < splices.endIndex, let other = rows.stretch(of: splices[next], from: start),
        other.rows.lowerBound < stretch.rows.upperBound
      {
        stretch.join(other)
        stretchGrowth += splices[next].growth
        next += 1
      }
      reader.offset = newStart + 1 + stretch.bytes.lowerBound + growth
      let end = reader.offset + stretch.bytes.count + stretchGrowth
      guard let edit = try coding.decode(from: &reader, to: end, at: stretch.rows, of: place)
      else { return nil }
      // Rows that come or go move those behind them, and are looked for among all others.
      if !edit.isUpdate, next < splices.endIndex || !edits.isEmpty { return nil }
      edits.append((stretch.rows, edit))
      growth += stretchGrowth
    }
    for (changed, edit) in edits { rows.replace(changed, with: edit.lengths) }
    return edits.map(\.edit.edit)
  }
}

/// Values that are to be put into a state.
package struct StateChange {
  private var edits: [(offset: Int, edit: FieldEdit)] = []

  mutating func add(at offset: Int, _ edit: @escaping FieldEdit) {
    edits.append((offset, edit))
  }

  /// Makes the change in a state that is equal to the one that it was found for.
  package func apply(to state: UnsafeMutableRawPointer) {
    for (offset, edit) in edits { edit(state + offset) }
  }
}

extension Splice {
  /// The distance by which it moves what lies behind it, in bytes.
  fileprivate var growth: Int { bytes.count - removedCount }

  /// Returns whether it changes bytes between these places and no others. What is inserted between two values
  /// belongs to the first.
  fileprivate func isInside(_ start: Int, _ end: Int) -> Bool {
    offset >= start && offset + removedCount <= end && (removedCount > 0 || offset > start)
  }
}

/// Rows side by side, and their encoding, counted from the first row's.
private struct Stretch {
  var rows: Range<Int>
  var bytes: Range<Int>

  /// Adds a stretch that does not begin before this one.
  mutating func join(_ other: Stretch) {
    rows = rows.lowerBound..<max(rows.upperBound, other.rows.upperBound)
    bytes = bytes.lowerBound..<max(bytes.upperBound, other.bytes.upperBound)
  }
}

extension RowLengths {
  /// Returns the rows that a splice changes, removes, or comes between; nil where it changes the list itself.
  fileprivate func stretch(of splice: Splice, from start: Int) -> Stretch? {
    let from = splice.offset - start - 1
    let to = from + splice.removedCount
    guard from >= 0, to <= total else { return nil }
    let first = row(at: from)
    if splice.removedCount == 0, first.start == from {
      return Stretch(rows: first.row..<first.row, bytes: from..<from)
    }
    var end = (row: first.row + 1, start: first.start + self[first.row])
    if end.start < to {
      end = row(at: to)
      if end.start < to { end = (end.row + 1, end.start + self[end.row]) }
    }
    return Stretch(rows: first.row..<end.row, bytes: first.start..<end.start)
  }
}
