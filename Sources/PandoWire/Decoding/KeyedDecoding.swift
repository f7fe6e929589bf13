/// A keyed container: finds values by key, at once when they are asked for in the order in which
/// they were written.
struct KeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let session: DecodingSession
  let frame: FrameReference

  var codingPath: [any CodingKey] { session.codingPath(of: frame) }

  var allKeys: [Key] {
    do throws(WireError) {
      // An enum's case is one key.
      let plan = KeyPlan.of(Key.self)
      if plan.pointee.isPlainEnum, let name = try session.state.pointee.onlyKey(in: frame) {
        return plan.pointee.single(Key.self, named: name) ?? []
      }
      var keys: [Key] = []
      try session.state.pointee.forEachKey(in: frame) { name in
        if let key = Key(stringValue: name) { keys.append(key) }
      }
      return keys
    } catch {
      if session.state.pointee.isCurrent(frame) { session.state.pointee.unreadableKeys = error }
      return []
    }
  }

  func contains(_ key: Key) -> Bool {
    guard case .found? = try? session.state.pointee.find(key.stringValue, in: frame) else {
      return false
    }
    return true
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    let offset = try offset(of: key)
    return session.state.pointee.bytes[offset] == WireTag.null
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let offset = try offset(of: key, acceptsAbsent: type)
    let value = try session.decode(type, at: offset, depth: frame.depth &+ 1)
    session.state.pointee.advance(frame, to: session.state.pointee.position)
    return value
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    guard let offset = try offsetIfPresent(of: key) else { return nil }
    if session.state.pointee.bytes[offset] == WireTag.null,
      !TypePlan.of(type).pointee.isOptional
    {
      session.state.pointee.advance(frame, to: offset &+ 1)
      return nil
    }
    let value = try session.decode(type, at: offset, depth: frame.depth &+ 1)
    session.state.pointee.advance(frame, to: session.state.pointee.position)
    return value
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy _: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let nested = try session.nest(at: offset(of: key), in: frame)
    return try ValueDecoder(session: session, frame: nested).container(keyedBy: NestedKey.self)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try session.unkeyed(session.nest(at: offset(of: key), in: frame))
  }

  func superDecoder() throws -> any Decoder {
    try superDecoder(WireKey.superclass.stringValue)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try superDecoder(key.stringValue)
  }

  private func superDecoder(_ name: String) throws -> any Decoder {
    let offset = try offset(named: name)
    return ValueDecoder(session: session, frame: try session.nest(at: offset, in: frame))
  }
}
