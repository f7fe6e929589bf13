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

  func track(_ rows: UnsafeMutableRawPointer) -> UInt64 { mustOverride() }

  func takeChanges(_ rows: UnsafeMutableRawPointer, _ tracking: UInt64) -> RowChanges? {
    mustOverride()
  }

  /// Writes one row.
  func encode(
    _ rows: UnsafeRawPointer, at position: Int, depth: Int, into writer: inout WireWriter
  ) throws(WireError) { mustOverride() }

  /// Reads rows up to an offset, to be put in the place of others; nil where they cannot be.
  func decode(
    from reader: inout WireReader, to end: Int, at positions: Range<Int>, of rows: UnsafeRawPointer
  ) throws(WireError) -> RowsEdit? { mustOverride() }

  private func mustOverride() -> Never {
    fatalError("a coding that knows its type overrides everything")
  }

  /// The coding of a type that has rows; nil for any other.
  static func make(_ type: any Codable.Type) -> RowsCoding? {
    func open<Rows: WireRows>(_ type: Rows.Type) -> RowsCoding { TypedRowsCoding<Rows>() }
    return (type as? any WireRows.Type).map { open($0) }
  }
}

private final class TypedRowsCoding<Rows: WireRows>: RowsCoding {
  override func count(_ rows: UnsafeRawPointer) -> Int {
    rows.assumingMemoryBound(to: Rows.self).pointee.rowCount
  }

  override func track(_ rows: UnsafeMutableRawPointer) -> UInt64 {
    rows.assumingMemoryBound(to: Rows.self).pointee.trackChanges()
  }

  override func takeChanges(_ rows: UnsafeMutableRawPointer, _ tracking: UInt64) -> RowChanges? {
    rows.assumingMemoryBound(to: Rows.self).pointee.takeChanges(tracking)
  }

  override func encode(
    _ rows: UnsafeRawPointer, at position: Int, depth: Int, into writer: inout WireWriter
  ) throws(WireError) {
    let row = rows.assumingMemoryBound(to: Rows.self).pointee.row(at: position)
    try writer.encode(row, inside: depth)
  }

  override func decode(
    from reader: inout WireReader, to end: Int, at positions: Range<Int>, of rows: UnsafeRawPointer
  ) throws(WireError) -> RowsEdit? {
    var decoded: [Rows.Row] = []
    var lengths: [Int32] = []
    while reader.position < end {
      let start = reader.position
      decoded.append(try reader.decodeGeneric(Rows.Row.self))
      guard let length = Int32(exactly: reader.position - start) else { return nil }
      lengths.append(length)
    }
    guard reader.position == end else { return nil }
    let placement = rows.assumingMemoryBound(to: Rows.self).pointee
      .placement(of: decoded, at: positions)
    if placement == .refused { return nil }
    return RowsEdit(lengths: lengths, isUpdate: placement == .update) { [decoded] in
      $0.assumingMemoryBound(to: Rows.self).pointee.replaceRows(at: positions, with: decoded)
    }
  }
}
