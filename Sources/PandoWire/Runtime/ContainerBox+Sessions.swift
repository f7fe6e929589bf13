extension EncodingSession {
  /// A keyed container, as the standard library's type.
  @inline(__always)
  func keyed<Key: CodingKey>(_ type: Key.Type, _ identifier: Int) -> KeyedEncodingContainer<Key> {
    guard let box = KeyPlan.of(type).pointee.encodingBox else {
      return KeyedEncodingContainer(KeyedEncoding<Key>(session: self, identifier: identifier))
    }
    return box.make(
      KeyedEncodingContainer<Key>.self, UnsafeMutableRawPointer(state),
      UInt64(bitPattern: Int64(identifier)), 0)
  }
}

extension DecodingSession {
  /// A keyed container, as the standard library's type.
  @inline(__always)
  func keyed<Key: CodingKey>(
    _ type: Key.Type, _ frame: FrameReference
  ) -> KeyedDecodingContainer<Key> {
    guard let box = KeyPlan.of(type).pointee.decodingBox else {
      return KeyedDecodingContainer(KeyedDecoding<Key>(session: self, frame: frame))
    }
    return box.make(
      KeyedDecodingContainer<Key>.self, UnsafeMutableRawPointer(state),
      UInt64(frame.start) | UInt64(frame.depth) << 32,
      UInt64(frame.index) | UInt64(frame.serial) << 32)
  }
}
