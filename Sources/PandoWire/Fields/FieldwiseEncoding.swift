/// Finds what an action changed in a large state without encoding all of it.
///
/// It keeps a shallow copy of the state, and the lengths of its fields in the encoding. A field whose bits
/// are those of the copy has not changed; any other is encoded and compared. Of rows that note their
/// changes there is no copy, which would have each change copy them all: only rows that were noted are
/// encoded.
///
/// After an error it is of no use any more.
package final class FieldwiseEncoding {
  private let table: FieldTable
  /// A copy of each field that is compared, where it lies in the state.
  private let copy: UnsafeMutableRawPointer
  private var lengths: FieldLengths
  /// The number of the tracking of each field that has rows.
  private var trackings: [UInt64?]
  private var splices: [Splice] = []

  /// Begins with a state and its encoding; nil where the encoding is not of that shape.
  package init?<State>(
    _ table: FieldTable, _ state: UnsafeMutablePointer<State>, _ encoded: [UInt8]
  ) {
    guard let lengths = encoded.withUnsafeBytes({ FieldLengths(of: $0, table) }) else { return nil }
    self.table = table
    self.lengths = lengths
    copy = .allocate(
      byteCount: max(MemoryLayout<State>.size, 1), alignment: MemoryLayout<State>.alignment)
    trackings = []
    let state = UnsafeMutableRawPointer(state)
    for field in table.fields {
      let place = state + field.offset
      if field.isCompared { field.coding.copy(place, to: copy + field.offset) }
      trackings.append(field.coding.rows?.track(place))
    }
  }

  deinit {
    for field in table.fields where field.isCompared {
      field.coding.destroy(copy + field.offset)
    }
    copy.deallocate()
  }

  /// Returns what has changed since the last call in the encoding of a state, which is lent as it was.
  ///
  /// - Complexity: O(fields), and what it takes to encode those that changed, and the rows that changed.
  package func patch(
    _ state: UnsafeMutableRawPointer, _ encoded: UnsafeRawBufferPointer,
    using writer: inout WireWriter
  ) throws(WireError) -> Patch {
    splices.removeAll(keepingCapacity: true)
    var start = 0
    var total = encoded.count
    for (index, field) in table.fields.enumerated() {
      start += field.gap.count
      let length = lengths.fields[index]
      let place = state + field.offset
      if let tracking = trackings[index], let rows = field.coding.rows {
        if let changes = rows.takeChanges(place, tracking) {
          if !changes.isEmpty {
            try addRows(changes, rows, field, place, index, encoded, from: start, &writer)
          }
        } else {
          try addAll(field, place, index, encoded, from: start, &writer)
          guard let measured = writer.withBytes({ RowLengths(of: $0) }) else {
            throw WireError(.rejected("rows are a list"))
          }
          lengths.rows[index] = measured
          trackings[index] = rows.track(place)
        }
      } else if !field.isUnchanged(place, copy + field.offset) {
        try addAll(field, place, index, encoded, from: start, &writer)
        if field.isCompared { field.coding.replace(copy + field.offset, by: place) }
      }
      total += lengths.fields[index] - length
      start += length
    }
    let limit = WireLimits.standard.maximumBytes
    if total > limit { throw WireError(.tooLarge(bytes: total, limit: limit)) }
    return switch splices.count {
    case 0: .unchanged
    case 1: .splice(splices[0])
    default: .splices(splices)
    }
  }

  /// Encodes a field, and adds what differs. The writer holds the field's encoding then.
  private func addAll(
    _ field: FieldTable.Field, _ place: UnsafeMutableRawPointer, _ index: Int,
    _ encoded: UnsafeRawBufferPointer, from start: Int, _ writer: inout WireWriter
  ) throws(WireError) {
    writer.removeAll()
    try field.coding.encode(place, depth: field.depth, into: &writer)
    add(encoded, start, lengths.fields[index], writer)
    lengths.fields[index] = writer.count
  }

  /// Adds what differs between a part of the encoding and what stands in the writer.
  private func add(
    _ encoded: UnsafeRawBufferPointer, _ start: Int, _ length: Int, _ writer: borrowing WireWriter
  ) {
    let old = UnsafeRawBufferPointer(rebasing: encoded[start..<start + length])
    writer.withBytes { new in
      // So short a part is replaced as a whole, if at all: it begins and ends where the part does.
      if max(old.count, new.count) <= BlockIndex.blockBytes {
        if old.count == new.count, old.commonPrefix(new) == new.count { return }
        splices.append(
          Splice(offset: start, removedCount: length, bytes: ByteString(copying: new)))
        return
      }
      switch Patch.make(old, new) {
      case .unchanged: break
      case .snapshot(let bytes):
        splices.append(Splice(offset: start, removedCount: length, bytes: ByteString(bytes)))
      case .splice(let splice): splices.append(splice.moved(by: start))
      case .splices(let parts): splices += parts.map { $0.moved(by: start) }
      }
    }
  }

  private func addRows(
    _ changes: RowChanges, _ rows: RowsCoding, _ field: FieldTable.Field,
    _ place: UnsafeMutableRawPointer, _ index: Int, _ encoded: UnsafeRawBufferPointer,
    from start: Int, _ writer: inout WireWriter
  ) throws(WireError) {
    // Taken out, so that it is changed where it is.
    guard var old = lengths.rows[index].take() else { return }
    let total = old.total
    // A property and a list are levels, and so is each row: never less than in the whole state.
    let depth = field.depth + 2
    // Behind the tag of the list.
    let first = start + 1
    if let same = changes.same {
      let count = rows.count(place)
      let removed = same.front..<old.count - same.back
      var added: [Int32] = []
      writer.removeAll()
      for position in same.front..<count - same.back {
        let before = writer.count
        try rows.encode(place, at: position, depth: depth, into: &writer)
        added.append(Int32(writer.count - before))
      }
      let offset = old.start(of: removed.lowerBound)
      let length = old.start(of: removed.upperBound) - offset
      if length > 0 || writer.count > 0 {
        splices.append(
          Splice(
            offset: first + offset, removedCount: length,
            bytes: writer.withBytes { ByteString(copying: $0) }))
      }
      old.replace(removed, with: added)
    } else {
      // The old places of all are those of `encoded`; so lengths are changed afterwards.
      var measured: [(row: Int, length: Int)] = []
      for row in changes.updated.count > 1 ? Set(changes.updated).sorted() : changes.updated {
        writer.removeAll()
        try rows.encode(place, at: row, depth: depth, into: &writer)
        add(encoded, first + old.start(of: row), old[row], writer)
        measured.append((row, writer.count))
      }
      for (row, length) in measured { old[row] = length }
    }
    lengths.rows[index] = old
    lengths.fields[index] += old.total - total
  }
}

extension FieldTable.Field {
  /// True if a copy tells whether the field has changed; rows tell it themselves.
  fileprivate var isCompared: Bool { coding.isBitwise && coding.rows == nil }

  fileprivate func isUnchanged(
    _ place: UnsafeRawPointer, _ copy: UnsafeRawPointer
  ) -> Bool {
    isCompared
      && UnsafeRawBufferPointer(start: place, count: coding.size)
        .commonPrefix(UnsafeRawBufferPointer(start: copy, count: coding.size)) == coding.size
  }
}

extension Splice {
  fileprivate func moved(by distance: Int) -> Splice {
    var splice = self
    splice.offset += distance
    return splice
  }
}
