/// Finds what changed in a value field by field.
///
/// It keeps a shallow copy of the fields that are compared by their bits: one whose bits are those of the
/// copy has not changed. Any other is encoded and compared, or has a watch of its own.
final class TableWatch: FieldWatch {
  private let table: FieldTable
  /// A copy of each field that is compared, where it lies in the value.
  private let copy: UnsafeMutableRawPointer
  private var lengths: [Int] = []
  private var finders: [Finder] = []

  private enum Finder {
    case none, copy
    case watch(FieldWatch)
  }

  init(_ table: FieldTable) {
    self.table = table
    copy = .allocate(byteCount: max(table.size, 1), alignment: table.alignment)
  }

  deinit {
    forget()
    copy.deallocate()
  }

  private func forget() {
    for (field, finder) in zip(table.fields, finders) {
      if case .copy = finder { field.coding.destroy(copy + field.offset) }
    }
    finders = []
    lengths = []
  }

  override func begin(
    _ place: UnsafeMutableRawPointer, _ bytes: WireBytes, _ offset: inout Int
  ) throws(WireError) -> Bool {
    forget()
    let first = offset
    for field in table.fields {
      guard bytes.pass(field.gap, &offset) else { return false }
      let start = offset
      let finder = try finder(field, place + field.offset, bytes, &offset)
      if case .copy = finder { field.coding.copy(place + field.offset, to: copy + field.offset) }
      finders.append(finder)
      lengths.append(offset - start)
    }
    guard bytes.pass(table.trail, &offset) else { return false }
    length = offset - first
    return true
  }

  private func finder(
    _ field: FieldTable.Field, _ place: UnsafeMutableRawPointer, _ bytes: WireBytes,
    _ offset: inout Int
  ) throws(WireError) -> Finder {
    let start = offset
    if let watch = field.coding.shape?.makeWatch(), try watch.begin(place, bytes, &offset) {
      return .watch(watch)
    }
    offset = start
    try bytes.skip(&offset)
    return field.coding.isBitwise ? .copy : .none
  }

  override func look(
    _ place: UnsafeMutableRawPointer, _ changes: inout FieldChanges, from start: Int, depth: Int,
    _ writer: inout WireWriter
  ) throws(WireError) -> Bool {
    var start = start
    for index in table.fields.indices {
      let field = table.fields[index]
      start += field.gap.count
      let old = lengths[index]
      let place = place + field.offset
      switch finders[index] {
      case .copy:
        if !field.coding.isSame(place, copy + field.offset) {
          try encode(field, place, &changes, start, old, depth, &writer)
          field.coding.replace(copy + field.offset, by: place)
          note(writer.count, index)
        }
      case .none:
        try encode(field, place, &changes, start, old, depth, &writer)
        note(writer.count, index)
      case .watch(let watch):
        if try !watch.look(place, &changes, from: start, depth: depth + field.depth, &writer) {
          try encode(field, place, &changes, start, old, depth, &writer)
          try begin(watch, index, place, writer)
        }
        if watch.length != old { note(watch.length, index) }
      }
      start += old
    }
    return true
  }

  private func note(_ new: Int, _ index: Int) {
    length += new - lengths[index]
    lengths[index] = new
  }

  /// Encodes a field, and adds what differs. The writer holds the field's encoding then.
  private func encode(
    _ field: FieldTable.Field, _ place: UnsafeMutableRawPointer, _ changes: inout FieldChanges,
    _ start: Int, _ length: Int, _ depth: Int, _ writer: inout WireWriter
  ) throws(WireError) {
    writer.removeAll()
    try field.coding.encode(place, depth: depth + field.depth, into: &writer)
    changes.add(start, length, writer)
  }

  /// Has a watch begin with what stands in the writer.
  private func begin(
    _ watch: FieldWatch, _ index: Int, _ place: UnsafeMutableRawPointer,
    _ writer: borrowing WireWriter
  ) throws(WireError) {
    let begins = try writer.withBytes { bytes throws(WireError) in
      var offset = 0
      return try watch.begin(place, WireBytes(bytes), &offset) && offset == bytes.count
    }
    if !begins { throw WireError(.rejected("a field does not encode itself as its type says")) }
  }
}

extension WireBytes {
  /// Moves behind known bytes; returns false when others are there.
  func pass(_ known: [UInt8], _ offset: inout Int) -> Bool {
    guard known.count <= end - offset else { return false }
    for byte in known {
      if self[offset] != byte { return false }
      offset += 1
    }
    return true
  }
}
