/// The decoder that a type sees: one value.
struct ValueDecoder: Decoder {
  let session: DecodingSession
  let frame: FrameReference

  var codingPath: [any CodingKey] { session.codingPath(of: frame) }
  var userInfo: [CodingUserInfoKey: Any] { CodingUserInfoKey.wireInfo }

  func container<Key: CodingKey>(keyedBy _: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let opened = try session.open(.map, WireTag.map, "a keyed container", frame)
    return KeyedDecodingContainer(KeyedDecoding(session: session, frame: opened))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try session.unkeyed(frame)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}
