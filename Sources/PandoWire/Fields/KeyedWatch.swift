/// Compares a dictionary or a set with a copy of it, by the bits of its entries.
///
/// As with the elements of an array, the copy is the collection itself while that does not change. Its first
/// change copies all entries, each into the bucket that it has. From then on the copy takes over those that
/// changed, in any order, so that an entry may come to lie in another bucket than in the collection: it is
/// encoded at each look then, and found the same. Where these are many the whole is encoded, and the copy made
/// anew, bucket by bucket.
final class KeyedWatch<Entries: KeyedEntries>: FieldWatch {
  private var copy = HeldCopy<Entries>()
  private var lengths = RowLengths()
  /// The number of looks in a row that found no change.
  private var quietCount = 0
  /// The buckets in which the last look found other bits.
  private var differing: [Int] = []

  /// An entry that came, went or changed.
  private struct Change {
    let key: Entries.Key
    let keyBytes: [UInt8]
    /// Nil where it went.
    let bytes: [UInt8]?
    /// Where it stands in the encoding, or is to be put.
    let row: Int
    let isThere: Bool
  }

  override func begin(
    _ place: UnsafeMutableRawPointer, _ bytes: WireBytes, _ offset: inout Int
  ) throws(WireError) -> Bool {
    let first = offset
    let entries = place.assumingMemoryBound(to: Entries.self)
    guard let lengths = try RowLengths(Entries.self, passing: bytes, &offset),
      lengths.count == entries.pointee.count
    else { return false }
    self.lengths = lengths
    length = offset - first
    if copy.isThere { copyApart(entries) } else { copy.take(entries.pointee) }
    quietCount = 0
    return true
  }

  /// Takes a copy that shares nothing, bit by bit: the bits between the properties of a value too, which may
  /// be others in each copy, and would have all entries taken for changed.
  private func copyApart(_ entries: UnsafeMutablePointer<Entries>) {
    copy.take(entries.pointee)
    guard let key = entries.pointee.anyKey else { return }
    copy.place.pointee.take(key, from: entries.pointee)
    let (new, old) = storages(entries)
    guard new.object != old.object, new.hasSameMap(as: old) else { return }
    // The same values lie in the same buckets, and each is held by both.
    let (keyStride, contentStride) = Entries.strides
    old.keys.copyMemory(from: new.keys, byteCount: new.bucketCount * keyStride)
    if let contentStride {
      old.values.copyMemory(from: new.values, byteCount: new.bucketCount * contentStride)
    }
  }

  private func storages(
    _ entries: UnsafeMutablePointer<Entries>
  ) -> (new: HashStorage, old: HashStorage) {
    let isDictionary = Entries.strides.content != nil
    return (
      HashStorage(of: entries, isDictionary: isDictionary),
      HashStorage(of: copy.place, isDictionary: isDictionary)
    )
  }

  override func look(
    _ place: UnsafeMutableRawPointer, _ changes: inout FieldChanges, from start: Int, depth: Int,
    _ writer: inout WireWriter
  ) throws(WireError) -> Bool {
    let entries = place.assumingMemoryBound(to: Entries.self)
    let (new, old) = storages(entries)
    if new.object == old.object {
      quietCount += 1
      return true
    }
    return try lookAtEntries(entries, new, old, &changes, from: start, depth: depth, &writer)
  }

  /// Looks at each entry. Apart from `look`, which asks for none of the types that are needed here.
  @inline(never)
  private func lookAtEntries(
    _ entries: UnsafeMutablePointer<Entries>, _ new: HashStorage, _ old: HashStorage,
    _ changes: inout FieldChanges, from start: Int, depth: Int, _ writer: inout WireWriter
  ) throws(WireError) -> Bool {
    guard let keys = changedKeys(entries, new, old) else { return false }
    if keys.isEmpty {
      quietCount += 1
      if quietCount == Fieldwise.looksBeforeSharing { copy.take(entries.pointee) }
      return true
    }
    quietCount = 0
    var found: [Change] = []
    for key in keys {
      let change = try change(of: key, entries, changes.encoded, start + 1, depth + 2, &writer)
      guard let change else { return false }
      found.append(change)
    }
    found.sort {
      $0.row != $1.row
        ? $0.row < $1.row
          // Where entries come to the place of another, that one is the last.
        : $0.isThere != $1.isThere
          ? $1.isThere : $0.keyBytes.lexicographicallyPrecedes($1.keyBytes)
    }
    let total = lengths.total
    for change in found { add(change, &changes, start + 1) }
    // From the back, so that the places of the others stay.
    for change in found.reversed() {
      let row = change.row..<change.row + (change.isThere ? 1 : 0)
      lengths.replace(row, with: change.bytes.map { [Int32($0.count)] } ?? [])
      copy.place.pointee.take(change.key, from: entries.pointee)
    }
    length += lengths.total - total
    copyPadding(entries)
    return true
  }

  /// Makes the bits between the properties of what was taken over the same too.
  private func copyPadding(_ entries: UnsafeMutablePointer<Entries>) {
    let (new, old) = storages(entries)
    guard new.object != old.object, new.isLike(old) else { return }
    let (keyStride, contentStride) = Entries.strides
    for bucket in differing where new.isOccupied(bucket) && old.isOccupied(bucket) {
      guard key(in: new, bucket) == key(in: old, bucket) else { continue }
      // Both hold the same content, which was taken from the one for the other: that of a set's element is
      // the element. A dictionary may keep an equal key of its own, which stays.
      if let contentStride {
        let offset = bucket * contentStride
        (old.values + offset).copyMemory(from: new.values + offset, byteCount: contentStride)
      } else {
        let offset = bucket * keyStride
        (old.keys + offset).copyMemory(from: new.keys + offset, byteCount: keyStride)
      }
    }
  }

  private func add(_ change: Change, _ changes: inout FieldChanges, _ first: Int) {
    let start = first + lengths.start(of: change.row)
    let length = change.isThere ? lengths[change.row] : 0
    if change.isThere, let bytes = change.bytes {
      bytes.withUnsafeBytes { changes.add(start, length, $0) }
    } else {
      changes.add(
        Splice(offset: start, removedCount: length, bytes: ByteString(change.bytes ?? [])))
    }
  }

  /// Encodes the entry of a key, and finds its place by the key's bytes; nil where it has no certain one.
  private func change(
    of key: Entries.Key, _ entries: UnsafeMutablePointer<Entries>,
    _ encoded: UnsafeRawBufferPointer, _ first: Int, _ depth: Int, _ writer: inout WireWriter
  ) throws(WireError) -> Change? {
    var keyCount = 0
    let isHeld = entries.pointee.holds(key)
    writer.removeAll()
    try writer.inside(depth) { writer throws(WireError) in
      try Entries.encode(key: key, into: &writer)
      keyCount = writer.count
      if isHeld { try entries.pointee.encodeContent(of: key, into: &writer) }
    }
    let bytes = writer.bytes
    let keyBytes = Array(bytes[..<keyCount])
    // The first entry that does not come before the key.
    var low = 0
    var high = lengths.count
    while low < high {
      let middle = (low + high) / 2
      if keyBytes.follows(encoded, first + lengths.start(of: middle)) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    func isKey(_ row: Int) -> Bool {
      row < lengths.count && keyBytes.stands(in: encoded, first + lengths.start(of: row))
    }
    // Keys that are different and are encoded alike have no certain place.
    let isThere = isKey(low)
    if isThere != copy.place.pointee.holds(key) || isThere && isKey(low + 1) { return nil }
    if !isThere, !isHeld { return nil }
    return Change(
      key: key, keyBytes: keyBytes, bytes: isHeld ? bytes : nil, row: low, isThere: isThere)
  }

  /// Returns the keys of entries that may have changed; nil where they are many, or cannot be told.
  private func changedKeys(
    _ entries: UnsafeMutablePointer<Entries>, _ new: HashStorage, _ old: HashStorage
  ) -> [Entries.Key]? {
    let (keyStride, contentStride) = Entries.strides
    guard new.isLike(old) else { return nil }
    var keys: Set<Entries.Key> = []
    // A key that is not equal to itself, such as NaN, is found by nobody.
    var areFindable = true
    func note(_ key: Entries.Key) {
      if key == key { keys.insert(key) } else { areFindable = false }
    }
    differing.removeAll(keepingCapacity: true)
    func compare(
      _ new: HashStorage, _ stride: Int, _ memory: (HashStorage) -> UnsafeMutableRawPointer
    ) -> Bool {
      let count = new.bucketCount * stride
      let newBytes = UnsafeRawBufferPointer(start: memory(new), count: count)
      let oldBytes = UnsafeRawBufferPointer(start: memory(old), count: count)
      var bucket = 0
      while bucket < new.bucketCount {
        let start = bucket * stride
        bucket +=
          oldBytes[from: start, to: count].commonPrefix(newBytes[from: start, to: count]) / stride
        guard bucket < new.bucketCount else { break }
        differing.append(bucket)
        if new.isOccupied(bucket) { note(key(in: new, bucket)) }
        if old.isOccupied(bucket) {
          let key = key(in: old, bucket)
          if !entries.pointee.holds(key) { note(key) }
        } else {
          // Bits that are nobody's, in memory that is the copy's: made the same, so that they are found
          // once only.
          let offset = bucket * stride
          (memory(old) + offset).copyMemory(from: memory(new) + offset, byteCount: stride)
        }
        if keys.count > RowChanges.updatesAtMost || !areFindable { return false }
        bucket += 1
      }
      return true
    }
    // An entry may come, or go, and leave the bits of its bucket as they were. A key of before is taken only
    // where none that is equal to it is there: it would keep out the one that is, which may be another.
    new.forEachMoved(old) { bucket in
      if new.isOccupied(bucket) {
        note(key(in: new, bucket))
      } else {
        let key = key(in: old, bucket)
        if !entries.pointee.holds(key) { note(key) }
      }
    }
    guard keys.count <= RowChanges.updatesAtMost, areFindable, compare(new, keyStride, \.keys)
    else { return nil }
    if let contentStride, contentStride > 0, !compare(new, contentStride, \.values) { return nil }
    // One that only moved is encoded and found the same.
    return keys.filter { entries.pointee.holds($0) || copy.place.pointee.holds($0) }
  }

  private func key(in storage: HashStorage, _ bucket: Int) -> Entries.Key {
    // An occupied bucket holds a key, and `storage` is that of a collection that is held.
    (storage.keys + bucket * Entries.strides.key).assumingMemoryBound(to: Entries.Key.self).pointee
  }
}

extension [UInt8] {
  /// Returns whether these bytes stand at a place.
  fileprivate func stands(in bytes: UnsafeRawBufferPointer, _ start: Int) -> Bool {
    count <= bytes.count - start
      && withUnsafeBytes { $0.commonPrefix(bytes[from: start, to: start + count]) == count }
  }

  /// Returns whether these bytes come behind those at a place, in the order of entries.
  fileprivate func follows(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Bool {
    withUnsafeBytes { bytes[from: start, to: bytes.count].lexicographicallyPrecedes($0) }
  }
}
