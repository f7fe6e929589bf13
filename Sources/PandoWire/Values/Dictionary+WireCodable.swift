// As the standard library does it: keys that can be coding keys make a keyed container, others a
// list of keys and values by turns. Either is in the order of its bytes.
extension Dictionary: WireCodable where Key: Codable, Value: Codable {
  /// Writes a keyed container, or a list of keys and values by turns.
  public func encode(into writer: inout WireWriter) throws(WireError) {
    let keys = DictionaryKeys(Key.self)
    if keys == .values { try writer.beginList() } else { try writer.beginMap() }
    var starts: [Int] = []
    starts.reserveCapacity(count)
    for (key, value) in self {
      starts.append(writer.count)
      try Self.writeKey(key, keys, into: &writer)
      try writer.encodeInner(value)
    }
    writer.state.pointee.sortRuns(startingAt: starts)
    writer.endList()
  }

  /// Reads what ``encode(into:)`` wrote, in any order; of two values for one key the last counts.
  public init(reading reader: inout WireReader) throws(WireError) {
    let keys = DictionaryKeys(Key.self)
    self =
      keys == .values
      ? try Self.readPairs(&reader) : try Self.readEntries(&reader, areStrings: keys == .strings)
  }

  static func writeKey(
    _ key: Key, _ keys: DictionaryKeys, into writer: inout WireWriter
  ) throws(WireError) {
    switch keys {
    // The kind says that a key is a String.
    case .strings: writer.state.pointee.writeKey(unsafeBitCast(key, to: String.self))
    case .representable: writer.state.pointee.writeKey(name(of: key))
    case .values: try writer.encodeInner(key)
    }
  }

  private static func name(of key: Key) -> String {
    (key as? any CodingKeyRepresentable)?.codingKey.stringValue ?? ""
  }

  static func key(named name: String) -> Key? {
    (Key.self as? any CodingKeyRepresentable.Type)?.init(codingKey: WireKey(name)) as? Key
  }

  private static var entryStride: Int { MemoryLayout<Key>.stride + MemoryLayout<Value>.stride }

  private static func readEntries(
    _ reader: inout WireReader, areStrings: Bool
  ) throws(WireError) -> [Key: Value] {
    try reader.begin(WireTag.map, "a keyed container")
    var entries: [Key: Value] = [:]
    entries.reserveCapacity(try reader.entriesToReserve())
    while true {
      let start = reader.offset
      guard let name = try reader.readKey() else { break }
      if try reader.skipAbsent(unlessOptional: Value.self) { continue }
      if areStrings {
        // The kind says that a key is a String.
        entries[unsafeBitCast(name, to: Key.self)] = try reader.decodeInner(Value.self)
      } else if let key = key(named: name) {
        entries[key] = try reader.decodeInner(Value.self)
      } else {
        throw WireError(
          .mismatch(expected: "a key that is a \(Key.self)", found: "'\(name)'"),
          offset: reader.offset)
      }
      try reader.charge(entryStride, since: start)
    }
    try reader.endList()
    return entries
  }

  private static func readPairs(_ reader: inout WireReader) throws(WireError) -> [Key: Value] {
    if try reader.bytes.tag(reader.offset) == WireTag.packed {
      return try reader.readExpanded(Self.self)
    }
    var entries: [Key: Value] = [:]
    try reader.beginList()
    while try !reader.isAtListEnd() {
      let start = reader.offset
      let key = try reader.decodeInner(Key.self)
      entries[key] = try reader.decodeInner(Value.self)
      try reader.charge(entryStride, since: start)
    }
    try reader.endList()
    return entries
  }
}

/// The form in which the keys of a dictionary are written: as coding keys, where they can be.
enum DictionaryKeys {
  case strings, representable, values

  init(_ type: Any.Type) {
    if type == String.self {
      self = .strings
    } else {
      self = type is any CodingKeyRepresentable.Type ? .representable : .values
    }
  }
}

extension WireWriter {
  mutating func beginMap() throws(WireError) {
    try state.pointee.enter()
    state.pointee.append(WireTag.map)
  }
}

extension WireReader {
  /// Reads a key, or nil at the end of the keyed container.
  mutating func readKey() throws(WireError) -> String? {
    var next = offset
    guard let key = try bytes.key(&next) else { return nil }
    var start = next - key.count
    let text = try bytes.text(&start, count: key.count)
    offset = next
    return text
  }

  /// Skips the mark of a nil that a keyed container wrote, where that is no value of the type.
  @inline(__always)
  mutating func skipAbsent(unlessOptional type: Any.Type) throws(WireError) -> Bool {
    guard _slowPath(try bytes.tag(offset) == WireTag.absent),
      !TypePlan.of(type).pointee.isOptional
    else { return false }
    offset += 1
    return true
  }

  /// Returns the number of entries that are worth reserving room for: those that are there, up to a
  /// bound that no bytes can stretch.
  func entriesToReserve() throws(WireError) -> Int {
    var next = offset
    var count = 0
    while count < 1 << 14, try bytes.key(&next) != nil {
      try bytes.skip(&next)
      count += 1
    }
    return count
  }
}
