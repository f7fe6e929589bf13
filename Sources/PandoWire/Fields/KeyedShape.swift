/// Tells the entries of a dictionary or a set apart.
enum KeyedShape {
  /// Nil where entries cannot be compared in memory.
  static func make<Entries: KeyedEntries>(_ type: Entries.Type) -> FieldShape? {
    // What takes no memory cannot be compared, nor can it change.
    HashStorage.isKnown && Entries.strides.key > 0 ? TypedKeyedShape<Entries>() : nil
  }
}

private final class TypedKeyedShape<Entries: KeyedEntries>: FieldShape {
  override func makeWatch() -> FieldWatch { KeyedWatch<Entries>() }

  override func makeFollower() -> FieldFollower { KeyedFollower<Entries>() }
}

extension RowLengths {
  /// Measures the entries of a keyed collection.
  init?<Entries: KeyedEntries>(
    _ type: Entries.Type, passing bytes: WireBytes, _ offset: inout Int,
    _ note: (Int) throws(WireError) -> Void = { _ in }
  ) throws(WireError) {
    guard try bytes.tag(offset) == Entries.tag else { return nil }
    try self.init(passing: bytes, &offset) { bytes, offset throws(WireError) in
      try note(offset)
      if Entries.tag == WireTag.map {
        guard try bytes.key(&offset) != nil else { return }
      } else {
        try bytes.skip(&offset)
      }
      try Entries.skipContent(bytes, &offset)
    }
  }
}

/// Decodes those entries that a patch touches.
private final class KeyedFollower<Entries: KeyedEntries>: FieldFollower {
  private var lengths = RowLengths()
  /// In the order of the encoding.
  private var keys: [Entries.Key] = []

  override func begin(_ bytes: WireBytes, _ offset: inout Int) throws(WireError) -> Bool {
    let first = offset
    var keys: [Entries.Key] = []
    var reader = WireReader(
      UnsafeRawBufferPointer(start: bytes.base, count: bytes.end), at: offset, depth: 1)
    let lengths = try RowLengths(Entries.self, passing: bytes, &offset) { start throws(WireError) in
      reader.offset = start
      if let key = try Entries.decodeKey(from: &reader) { keys.append(key) }
    }
    guard let lengths, keys.count == lengths.count, Set(keys).count == keys.count else {
      return false
    }
    self.lengths = lengths
    self.keys = keys
    length = offset - first
    return true
  }

  override func follow(
    _ splices: ArraySlice<Splice>, from start: Int, _ reader: inout WireReader, length: Int,
    _ place: UnsafeRawPointer
  ) throws(WireError) -> FieldEdit? {
    guard let stretches = lengths.stretches(of: splices, from: start + 1) else { return nil }
    let newStart = reader.position + 1
    reader.depth += 2
    var entries: [(key: Entries.Key, content: Entries.Content)] = []
    var found: [RowsReplacement] = []
    var growth = 0
    for stretch in stretches {
      reader.offset = newStart + stretch.bytes.lowerBound + growth
      let end = reader.offset + stretch.bytes.count + stretch.growth
      var measured: [Int32] = []
      while reader.position < end {
        let entryStart = reader.position
        guard let key = try Entries.decodeKey(from: &reader),
          let content = try Entries.decodeContent(from: &reader),
          let length = Int32(exactly: reader.position - entryStart)
        else { return nil }
        try reader.charge(Entries.strides.key + (Entries.strides.content ?? 0), since: entryStart)
        entries.append((key, content))
        measured.append(length)
      }
      guard reader.position == end else { return nil }
      found.append(RowsReplacement(rows: stretch.rows, lengths: measured))
      growth += stretch.growth
    }
    let old = Set(stretches.flatMap { keys[$0.rows] })
    let new = Set(entries.map(\.key))
    // Two entries of one key are for the whole to judge, and so is a key that is not equal to itself, such
    // as NaN: nobody finds it.
    let known = place.assumingMemoryBound(to: Entries.self)
    guard new.count == entries.count, new.allSatisfy({ $0 == $0 }), old.allSatisfy({ $0 == $0 }),
      new.allSatisfy({ old.contains($0) || !known.pointee.holds($0) })
    else { return nil }
    lengths.replace(found)
    replaceKeys(found, by: entries.map(\.key))
    self.length = length
    let gone = old.subtracting(new)
    return { place, step in
      guard step.applies else { return }
      let collection = place.assumingMemoryBound(to: Entries.self)
      for key in gone { collection.pointee.set(key, nil) }
      for (key, content) in entries { collection.pointee.set(key, content) }
    }
  }

  /// Puts the keys of new rows, one after the other, in the place of others. O(rows) once, if rows come or go.
  private func replaceKeys(_ parts: [RowsReplacement], by new: [Entries.Key]) {
    var taken = 0
    if parts.count == 1 || parts.allSatisfy({ $0.rows.count == $0.lengths.count }) {
      for part in parts {
        let end = taken + part.lengths.count
        keys.replaceSubrange(part.rows, with: new[taken..<end])
        taken = end
      }
      return
    }
    let old = keys
    keys.removeAll(keepingCapacity: true)
    var next = 0
    for part in parts {
      let end = taken + part.lengths.count
      keys += old[next..<part.rows.lowerBound]
      keys += new[taken..<end]
      next = part.rows.upperBound
      taken = end
    }
    keys += old[next...]
  }
}
