// As the standard library does it: keys that can be coding keys make a keyed container, others a list of keys and values
// by turns. Either is in the order of its bytes.
extension Dictionary: WireCodable where Key: Codable, Value: Codable {
  /// Writes a keyed container, or a list of keys and values by turns.
  public func encode(into writer: inout WireWriter) throws(WireError) {
    let names = DictionaryKeys<Key>()
    if names == nil { try writer.beginList() } else { try writer.beginMap() }
    var starts: [Int] = []
    starts.reserveCapacity(count)
    for (key, value) in self {
      starts.append(writer.count)
      if let names { writer.state.pointee.writeKey(names.text(key)) } else { try writer.encodeInner(key) }
      try writer.encodeInner(value)
    }
    writer.state.pointee.sortRuns(startingAt: starts)
    writer.endList()
  }

  /// Reads what ``encode(into:)`` wrote, in any order; of two values for one key the last counts.
  public init(reading reader: inout WireReader) throws(WireError) {
    guard let names = DictionaryKeys<Key>() else {
      self = try Self.readPairs(&reader)
      return
    }
    try reader.begin(WireTag.map, "a keyed container")
    var entries: [Key: Value] = [:]
    entries.reserveCapacity(try reader.entriesToReserve())
    while let name = try reader.readKey() {
      guard let key = names.key(name) else {
        throw WireError(
          .mismatch(expected: "a key that is a \(Key.self)", found: "'\(name)'"),
          offset: reader.offset)
      }
      let isAbsent = try reader.bytes.tag(reader.offset) == WireTag.absent
      if isAbsent, !TypePlan.of(Value.self).pointee.isOptional {
        reader.offset += 1
      } else {
        entries[key] = try reader.decodeInner(Value.self)
      }
    }
    try reader.endList()
    self = entries
  }

  private static func readPairs(_ reader: inout WireReader) throws(WireError) -> [Key: Value] {
    if try reader.bytes.tag(reader.offset) == WireTag.packed {
      return try reader.readExpanded(Self.self)
    }
    var entries: [Key: Value] = [:]
    try reader.beginList()
    while try !reader.isAtListEnd() {
      let key = try reader.decodeInner(Key.self)
      entries[key] = try reader.decodeInner(Value.self)
    }
    try reader.endList()
    return entries
  }
}

/// How keys of a dictionary become coding keys; there is none for keys that cannot.
private enum DictionaryKeys<Key: Hashable> {
  case strings
  case representable(any CodingKeyRepresentable.Type)

  init?() {
    if Key.self == String.self {
      self = .strings
    } else if let type = Key.self as? any CodingKeyRepresentable.Type {
      self = .representable(type)
    } else {
      return nil
    }
  }

  @inline(__always)
  func text(_ key: Key) -> String {
    switch self {
    case .strings: unsafeBitCast(key, to: String.self)
    case .representable: (key as! any CodingKeyRepresentable).codingKey.stringValue
    }
  }

  @inline(__always)
  func key(_ text: String) -> Key? {
    switch self {
    case .strings: unsafeBitCast(text, to: Key.self)
    case let .representable(type): type.init(codingKey: WireKey(text)) as? Key
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

  /// How many entries are worth reserving room for: those that are there, up to a bound that no bytes can stretch.
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
