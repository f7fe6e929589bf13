/// Finds what a patch changes in a value field by field. It keeps the lengths of the fields in the encoding.
final class TableFollower: FieldFollower {
  private let table: FieldTable
  private var lengths: [Int] = []
  private var followers: [FieldFollower?] = []
  /// True if the value may refuse what its fields would take.
  private let isChecked: Bool

  init(_ table: FieldTable, isChecked: Bool = false) {
    self.table = table
    self.isChecked = isChecked
  }

  override func begin(_ bytes: WireBytes, _ offset: inout Int) throws(WireError) -> Bool {
    lengths = []
    followers = []
    let first = offset
    for field in table.fields {
      guard bytes.pass(field.gap, &offset) else { return false }
      let start = offset
      followers.append(try follower(field, bytes, &offset))
      lengths.append(offset - start)
    }
    guard bytes.pass(table.trail, &offset) else { return false }
    length = offset - first
    return true
  }

  private func follower(
    _ field: FieldTable.Field, _ bytes: WireBytes, _ offset: inout Int
  ) throws(WireError) -> FieldFollower? {
    let start = offset
    if let follower = field.coding.shape?.makeFollower(), try follower.begin(bytes, &offset) {
      return follower
    }
    offset = start
    try bytes.skip(&offset)
    return nil
  }

  override func follow(
    _ splices: ArraySlice<Splice>, from start: Int, _ reader: inout WireReader, length: Int,
    _ place: UnsafeRawPointer
  ) throws(WireError) -> FieldEdit? {
    guard let edits = try edits(splices, from: start, &reader, place) else { return nil }
    self.length = length
    if edits.count == 1 {
      let edit = edits[0]
      return { edit.take($1, in: $0) }
    }
    return { place, step in for edit in edits { edit.take(step, in: place) } }
  }

  /// Returns what splices change, and where; nil where one is not within one field.
  private func edits(
    _ splices: ArraySlice<Splice>, from start: Int, _ reader: inout WireReader,
    _ place: UnsafeRawPointer
  ) throws(WireError) -> [PropertyEdit]? {
    var edits: [PropertyEdit] = []
    let depth = reader.depth
    var next = splices.startIndex
    // Where a field begins, before the patch and after it.
    var old = start
    var new = reader.position
    for index in table.fields.indices {
      if next == splices.endIndex { break }
      let gap = table.fields[index].gap.count
      old += gap
      new += gap
      let length = lengths[index]
      let first = next
      while next < splices.endIndex, splices[next].isInside(old, old + length) { next += 1 }
      var newLength = length
      if next > first {
        for splice in first..<next { newLength += splices[splice].growth }
        reader.offset = new
        reader.depth = depth + table.fields[index].depth
        let edit = try edit(
          index, splices[first..<next], from: old, &reader, length: newLength, place)
        guard let edit else { return nil }
        edits.append(PropertyEdit(field: table.fields[index], edit: edit))
        lengths[index] = newLength
      }
      old += length
      new += newLength
    }
    return next == splices.endIndex ? edits : nil
  }

  private func edit(
    _ index: Int, _ splices: ArraySlice<Splice>, from old: Int, _ reader: inout WireReader,
    length: Int, _ place: UnsafeRawPointer
  ) throws(WireError) -> FieldEdit? {
    let field = table.fields[index]
    let (start, depth) = (reader.offset, reader.depth)
    if let follower = followers[index] {
      let edit = try follower.follow(
        splices, from: old, &reader, length: length, place + field.offset)
      if let edit, !isChecked || follower.keepsRows { return edit }
      reader.offset = start
      reader.depth = depth
    }
    if isChecked { return nil }
    let edit = try field.coding.decode(from: &reader)
    guard reader.position == start + length else { return nil }
    if followers[index] != nil {
      var offset = start
      followers[index] = try follower(field, reader.bytes, &offset)
      guard offset == start + length else { return nil }
    }
    return edit
  }
}

/// Changes a field, given the address of the value that it lies in.
private struct PropertyEdit {
  let field: FieldTable.Field
  let edit: FieldEdit

  func take(_ step: EditStep, in value: UnsafeMutableRawPointer) {
    if case .reduce(let adopting) = step, !field.owners.allSatisfy({ adopting.reachInto($0) }) {
      return
    }
    edit(value + field.offset, step)
  }
}
