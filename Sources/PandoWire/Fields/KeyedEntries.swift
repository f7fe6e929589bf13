/// A collection of entries that are found by a key, and encoded in the order of their bytes.
protocol KeyedEntries: Codable {
  associatedtype Key: Hashable & Codable
  /// The rest of an entry beside its key.
  associatedtype Content

  /// The size of a key and of what it leads to, from one bucket to the next; nil where there is nothing.
  static var strides: (key: Int, content: Int?) { get }

  /// The tag before the entries.
  static var tag: UInt8 { get }

  var count: Int { get }
  func holds(_ key: Key) -> Bool
  /// Nil where there is none.
  var anyKey: Key? { get }

  /// Gives a key what it leads to in another collection, or removes it where it is not there. A dictionary may
  /// keep an equal key of its own.
  mutating func take(_ key: Key, from other: Self)
  /// Makes this very key lead to something, in place of an equal one; or removes it.
  mutating func set(_ key: Key, _ content: Content?)

  /// Writes a key, or the entry of a key that is there.
  static func encode(key: Key, into writer: inout WireWriter) throws(WireError)
  func encodeContent(of key: Key, into writer: inout WireWriter) throws(WireError)

  /// Reads what they wrote; nil for what is no entry.
  static func decodeKey(from reader: inout WireReader) throws(WireError) -> Key?
  static func decodeContent(from reader: inout WireReader) throws(WireError) -> Content?
  static func skipContent(_ bytes: WireBytes, _ offset: inout Int) throws(WireError)
}

extension Dictionary: KeyedEntries where Key: Codable, Value: Codable {
  typealias Content = Value

  static var strides: (key: Int, content: Int?) {
    (MemoryLayout<Key>.stride, MemoryLayout<Value>.stride)
  }

  static var tag: UInt8 { DictionaryKeys(Key.self) == .values ? WireTag.list : WireTag.map }

  func holds(_ key: Key) -> Bool { index(forKey: key) != nil }

  var anyKey: Key? { first?.key }

  mutating func take(_ key: Key, from other: Self) {
    if let index = other.index(forKey: key) {
      self[key] = other.values[index]
    } else {
      removeValue(forKey: key)
    }
  }

  mutating func set(_ key: Key, _ content: Value?) {
    // An equal key that is there would stay, and may be encoded in another way.
    removeValue(forKey: key)
    if let content { updateValue(content, forKey: key) }
  }

  static func encode(key: Key, into writer: inout WireWriter) throws(WireError) {
    try writeKey(key, DictionaryKeys(Key.self), into: &writer)
  }

  func encodeContent(of key: Key, into writer: inout WireWriter) throws(WireError) {
    if let index = index(forKey: key) { try writer.encodeInner(values[index]) }
  }

  static func decodeKey(from reader: inout WireReader) throws(WireError) -> Key? {
    switch DictionaryKeys(Key.self) {
    case .values: return try reader.decodeInner(Key.self)
    case .strings: return try reader.readKey() as? Key
    case .representable: return try reader.readKey().flatMap { Self.key(named: $0) }
    }
  }

  static func decodeContent(from reader: inout WireReader) throws(WireError) -> Value? {
    if try reader.skipAbsent(unlessOptional: Value.self) { return nil }
    return try reader.decodeInner(Value.self)
  }

  static func skipContent(_ bytes: WireBytes, _ offset: inout Int) throws(WireError) {
    try bytes.skip(&offset)
  }
}

extension Set: KeyedEntries where Element: Codable {
  typealias Key = Element
  typealias Content = Void

  static var strides: (key: Int, content: Int?) { (MemoryLayout<Element>.stride, nil) }

  static var tag: UInt8 { WireTag.list }

  func holds(_ key: Element) -> Bool { contains(key) }

  var anyKey: Element? { first }

  mutating func take(_ key: Element, from other: Self) {
    if let index = other.firstIndex(of: key) { update(with: other[index]) } else { remove(key) }
  }

  mutating func set(_ key: Element, _ content: Void?) {
    if content != nil { update(with: key) } else { remove(key) }
  }

  static func encode(key: Element, into writer: inout WireWriter) throws(WireError) {
    try writer.encodeInner(key)
  }

  func encodeContent(of key: Element, into writer: inout WireWriter) throws(WireError) {}

  static func decodeKey(from reader: inout WireReader) throws(WireError) -> Element? {
    try reader.decodeInner(Element.self)
  }

  static func decodeContent(from reader: inout WireReader) throws(WireError) -> Void? { () }

  static func skipContent(_ bytes: WireBytes, _ offset: inout Int) throws(WireError) {}
}

extension Dictionary: BitwiseCollection {
  static var fieldShape: FieldShape? {
    (Self.self as? any KeyedEntries.Type).flatMap { KeyedShape.make($0) }
  }
}

extension Set: BitwiseCollection {
  static var fieldShape: FieldShape? {
    (Self.self as? any KeyedEntries.Type).flatMap { KeyedShape.make($0) }
  }
}
