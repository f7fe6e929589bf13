/// Rows that are to be put in the place of others.
struct RowsEdit {
  let lengths: [Int32]
  /// True if the rows are the same, with other contents.
  let isUpdate: Bool
  let edit: FieldEdit
}

/// Reaches the rows of one type of collection, for code that does not know the type.
class RowsCoding {
  func count(_ rows: UnsafeRawPointer) -> Int { mustOverride() }

  /// Begins to tell changes of one collection.
  func makeNotes() -> RowNotes { mustOverride() }

  /// Writes one row.
  func encode(
    _ rows: UnsafeRawPointer, at position: Int, depth: Int, into writer: inout WireWriter
  ) throws(WireError) { mustOverride() }

  /// Reads rows up to an offset, to be put in the place of others; nil where they cannot be.
  func decode(
    from reader: inout WireReader, to end: Int, at positions: Range<Int>, of rows: UnsafeRawPointer
  ) throws(WireError) -> RowsEdit? { mustOverride() }

  /// Lets go of all rows but some, which an update is about, if the rows are adopted one by one.
  func keepUpdated(
    _ positions: [Range<Int>], of rows: UnsafeMutableRawPointer, _ adopting: AdoptingTypes
  ) { mustOverride() }
}

/// Tells which rows of one collection changed.
class RowNotes {
  func begin(_ rows: UnsafeMutableRawPointer) { mustOverride() }

  /// Returns what changed since the last call; nil where that cannot be told.
  func take(_ rows: UnsafeMutableRawPointer) -> RowChanges? { mustOverride() }
}

/// The rows of a collection that notes its changes.
final class TypedRowsCoding<Rows: WireRows>: RowsCoding {
  override func count(_ rows: UnsafeRawPointer) -> Int {
    rows.assumingMemoryBound(to: Rows.self).pointee.rowCount
  }

  override func makeNotes() -> RowNotes { TrackedNotes<Rows>() }

  override func encode(
    _ rows: UnsafeRawPointer, at position: Int, depth: Int, into writer: inout WireWriter
  ) throws(WireError) {
    let row = rows.assumingMemoryBound(to: Rows.self).pointee.row(at: position)
    try writer.inside(depth) { writer throws(WireError) in
      let start = writer.count
      try writer.encode(row)
      writer.state.pointee.markOwn(Rows.Row.self, from: start)
    }
  }

  override func decode(
    from reader: inout WireReader, to end: Int, at positions: Range<Int>, of rows: UnsafeRawPointer
  ) throws(WireError) -> RowsEdit? {
    guard
      let (decoded, lengths) = try reader.decodeRows(Rows.Row.self, to: end, areInContainer: true)
    else { return nil }
    let placement = rows.assumingMemoryBound(to: Rows.self).pointee
      .placement(of: decoded, at: positions)
    if placement == .refused { return nil }
    return RowsEdit(lengths: lengths, isUpdate: placement == .update) { place, step in
      let rows = place.assumingMemoryBound(to: Rows.self)
      switch step {
      case .reduce(let adopting):
        if adopting.contains(Rows.Row.self) {
          rows.pointee.keepRows(at: [positions], placement: placement)
        }
      case .apply: rows.pointee.replaceRows(at: positions, with: decoded)
      }
    }
  }

  override func keepUpdated(
    _ positions: [Range<Int>], of rows: UnsafeMutableRawPointer, _ adopting: AdoptingTypes
  ) {
    guard adopting.contains(Rows.Row.self) else { return }
    rows.assumingMemoryBound(to: Rows.self).pointee.keepRows(at: positions, placement: .update)
  }
}

private final class TrackedNotes<Rows: WireRows>: RowNotes {
  private var tracking: UInt64 = 0

  override func begin(_ rows: UnsafeMutableRawPointer) {
    tracking = rows.assumingMemoryBound(to: Rows.self).pointee.trackChanges()
  }

  override func take(_ rows: UnsafeMutableRawPointer) -> RowChanges? {
    rows.assumingMemoryBound(to: Rows.self).pointee.takeChanges(tracking)
  }
}

extension WireReader {
  /// Reads rows up to an offset, and the length of each; nil where the last does not end there.
  ///
  /// - Parameter areInContainer: True if they were written by a container of `Codable`, which marks what begins with an
  ///   Optional's mark.
  mutating func decodeRows<Row: Decodable>(
    _ type: Row.Type, to end: Int, areInContainer: Bool = false
  ) throws(WireError) -> ([Row], [Int32])? {
    var decoded: [Row] = []
    var lengths: [Int32] = []
    while position < end {
      let start = position
      if areInContainer, try bytes.tag(offset) == WireTag.present,
        !TypePlan.of(type).pointee.isOptional
      {
        offset &+= 1
      }
      decoded.append(try decodeGeneric(type))
      try charge(MemoryLayout<Row>.stride, since: start)
      guard let length = Int32(exactly: position - start) else { return nil }
      lengths.append(length)
    }
    return position == end ? (decoded, lengths) : nil
  }
}
