/// The lengths of the encodings of a state's fields, and of the rows in them.
struct FieldLengths: Equatable {
  var fields: [Int] = []
  /// For each field that has rows.
  var rows: [RowLengths?] = []

  /// Measures the encoding of a state by passing over its values; nil when it is none of that table's.
  init?(of bytes: UnsafeRawBufferPointer, _ table: FieldTable) {
    fields.reserveCapacity(table.fields.count)
    rows.reserveCapacity(table.fields.count)
    let bytes = WireBytes(bytes)
    var offset = 0
    do throws(WireError) {
      for field in table.fields {
        guard bytes.pass(field.gap, &offset) else { return nil }
        let start = offset
        if field.coding.rows != nil {
          guard let lengths = try RowLengths(passing: bytes, &offset) else { return nil }
          rows.append(lengths)
        } else {
          try bytes.skip(&offset)
          rows.append(nil)
        }
        fields.append(offset - start)
      }
    } catch {
      return nil
    }
    guard bytes.pass(table.trail, &offset), offset == bytes.end else { return nil }
  }
}

extension RowLengths {
  /// Measures the encoding of a list of rows; nil for anything else.
  init?(of bytes: UnsafeRawBufferPointer) {
    var offset = 0
    guard let lengths = try? RowLengths(passing: WireBytes(bytes), &offset) else { return nil }
    self = lengths
  }

  /// Measures a list of rows; nil for anything but a list.
  fileprivate init?(passing bytes: WireBytes, _ offset: inout Int) throws(WireError) {
    guard try bytes.tag(offset) == WireTag.list else { return nil }
    offset += 1
    self.init()
    while try bytes.tag(offset) != WireTag.end {
      let start = offset
      try bytes.skip(&offset)
      guard let length = Int32(exactly: offset - start) else { return nil }
      append(length)
    }
    offset += 1
  }
}

extension WireBytes {
  /// Moves behind known bytes; returns false when others are there.
  fileprivate func pass(_ known: [UInt8], _ offset: inout Int) -> Bool {
    guard known.count <= end - offset else { return false }
    for byte in known {
      if self[offset] != byte { return false }
      offset += 1
    }
    return true
  }
}
