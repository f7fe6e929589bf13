/// An unkeyed container: values are appended as they come.
struct UnkeyedEncoding: UnkeyedEncodingContainer {
  let session: EncodingSession
  let identifier: Int
  private(set) var count = 0

  init(session: EncodingSession, identifier: Int) {
    self.session = session
    self.identifier = identifier
  }

  var codingPath: [any CodingKey] { session.codingPath(of: identifier) }

  @inline(__always)
  mutating func scalar(_ write: (inout WriterState) -> Void) throws {
    try session.add(to: identifier) { write(&session.state.pointee) }
    count &+= 1
  }

  mutating func encodeNil() throws { try scalar { $0.append(WireTag.null) } }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    try session.add(to: identifier) { try session.encode(value) }
    count &+= 1
  }

  /// Foundation's `Data` comes this way.
  mutating func encode<Bytes: Sequence>(contentsOf bytes: Bytes) throws
  where Bytes.Element == UInt8 {
    let packed = bytes.withContiguousStorageIfAvailable { buffer -> Bool in
      guard session.pack(UnsafeRawBufferPointer(buffer), into: identifier) else { return false }
      count &+= buffer.count
      return true
    }
    if packed == true { return }
    for byte in bytes { try encode(byte) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy _: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    let nested = session.nest(.map, key: nil, in: identifier)
    count &+= 1
    return KeyedEncodingContainer(KeyedEncoding<NestedKey>(session: session, identifier: nested))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let nested = session.nest(.list, key: nil, in: identifier)
    count &+= 1
    return UnkeyedEncoding(session: session, identifier: nested)
  }

  mutating func superEncoder() -> any Encoder {
    let nested = session.nest(.slot, key: nil, in: identifier)
    count &+= 1
    return ValueEncoder(session: session, identifier: nested)
  }
}
