/// The encoder that a type sees: a place for one value.
struct ValueEncoder: Encoder {
  let session: EncodingSession
  let identifier: Int

  var codingPath: [any CodingKey] { session.codingPath(of: identifier) }
  var userInfo: [CodingUserInfoKey: Any] { CodingUserInfoKey.wireInfo }

  func container<Key: CodingKey>(keyedBy _: Key.Type) -> KeyedEncodingContainer<Key> {
    session.open(.map, slot: identifier)
    return KeyedEncodingContainer(KeyedEncoding(session: session, identifier: identifier))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    session.open(.list, slot: identifier)
    return UnkeyedEncoding(session: session, identifier: identifier)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}
