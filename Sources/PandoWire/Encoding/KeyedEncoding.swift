/// A keyed container: keys and values are appended as they come.
struct KeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let session: EncodingSession
  let identifier: Int

  var codingPath: [any CodingKey] { session.codingPath(of: identifier) }

  @inline(__always)
  func scalar(_ key: Key, _ write: (inout WriterState) -> Void) throws {
    let name = key.stringValue
    try session.add(to: identifier) {
      session.state.pointee.writeKey(name)
      write(&session.state.pointee)
    }
  }

  mutating func encodeNil(forKey key: Key) throws {
    try scalar(key) { $0.append(WireTag.null) }
  }

  func absent(_ key: Key) throws {
    try scalar(key) { $0.append(WireTag.absent) }
  }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    let name = key.stringValue
    try session.add(to: identifier) {
      session.state.pointee.writeKey(name)
      try session.encode(value)
    }
  }

  mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    guard let value else { return try absent(key) }
    let name = key.stringValue
    try session.add(to: identifier) {
      session.state.pointee.writeKey(name)
      try session.encodePresent(value)
    }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy _: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    let nested = session.nest(.map, key: key.stringValue, in: identifier)
    return KeyedEncodingContainer(KeyedEncoding<NestedKey>(session: session, identifier: nested))
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let nested = session.nest(.list, key: key.stringValue, in: identifier)
    return UnkeyedEncoding(session: session, identifier: nested)
  }

  mutating func superEncoder() -> any Encoder {
    let nested = session.nest(.slot, key: WireKey.superclass.stringValue, in: identifier)
    return ValueEncoder(session: session, identifier: nested)
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    let nested = session.nest(.slot, key: key.stringValue, in: identifier)
    return ValueEncoder(session: session, identifier: nested)
  }
}
