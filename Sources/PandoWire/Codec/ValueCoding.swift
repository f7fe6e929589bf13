/// The coding of a type's values, made where the type is known: its closures are specialised for the type, where
/// code that does not know it asks the runtime for every step.
@usableFromInline
package struct ValueCoding<Value: Codable>: @unchecked Sendable {
  // The closures hold nothing.

  /// Reads one value, all of the bytes, into memory that holds none. Initialises nothing when it throws.
  @usableFromInline
  package let decode:
    (UnsafeRawBufferPointer, UnsafeMutablePointer<Value>) throws(WireError) -> Void
  /// Reads one value, all of the bytes, and lends it for the time of a call.
  @usableFromInline
  package let lend:
    (UnsafeRawBufferPointer, (UnsafeMutablePointer<Value>) -> Void) throws(WireError) -> Void
  /// Writes one value between others. Writes nothing when it throws.
  @usableFromInline
  package let encode: (UnsafeMutablePointer<Value>, inout WireWriter) throws(WireError) -> Void

  /// Puts the first value in place of the second, and moves it in place of the third.
  @usableFromInline
  package let replace:
    (UnsafeMutablePointer<Value>, UnsafeMutablePointer<Value>, UnsafeMutablePointer<Value>) -> Void

  @inlinable
  package init() {
    if let type = Value.self as? any WireCodable.Type {
      self = Self.coding(of: type)
    } else {
      self = Self.codingByContainers()
    }
  }

  /// The coding of a type that is described by `Codable` alone.
  @usableFromInline
  static func codingByContainers() -> ValueCoding {
    ValueCoding(
      decode: { bytes, place throws(WireError) in
        place.initialize(to: try WireDecoder.decode(Value.self, from: bytes))
      },
      lend: { bytes, body throws(WireError) in
        var value = try WireDecoder.decode(Value.self, from: bytes)
        body(&value)
      },
      encode: { value, writer throws(WireError) in
        try WireEncoder.encode(value.pointee, into: &writer)
      })
  }

  @inlinable
  init(
    decode:
      @escaping (UnsafeRawBufferPointer, UnsafeMutablePointer<Value>) throws(WireError) -> Void,
    lend:
      @escaping (UnsafeRawBufferPointer, (UnsafeMutablePointer<Value>) -> Void) throws(WireError) ->
      Void,
    encode: @escaping (UnsafeMutablePointer<Value>, inout WireWriter) throws(WireError) -> Void
  ) {
    self.decode = decode
    self.lend = lend
    self.encode = encode
    replace = { new, place, copy in
      // Not `update(from:count:)`, which copies the stride of a trivial type: what lies behind the size may
      // be the tag of an optional, or the parent's next property.
      place.pointee = new.pointee
      copy.pointee = new.move()
    }
  }

  @inlinable
  static func coding<Direct: WireCodable>(of type: Direct.Type) -> ValueCoding {
    // `Direct` is `Value`, by its other name.
    ValueCoding(
      decode: { bytes, place throws(WireError) in
        let place = UnsafeMutableRawPointer(place).assumingMemoryBound(to: Direct.self)
        var reader = WireReader(bytes)
        place.initialize(to: try reader.decodeOutermost(direct: Direct.self))
        if !reader.isAtEnd {
          place.deinitialize(count: 1)
          throw reader.hasRest
        }
      },
      lend: { bytes, body throws(WireError) in
        var reader = WireReader(bytes)
        var value = try reader.decodeOutermost(direct: Direct.self)
        if !reader.isAtEnd { throw reader.hasRest }
        withUnsafeMutablePointer(to: &value) { value in
          body(UnsafeMutableRawPointer(value).assumingMemoryBound(to: Value.self))
        }
      },
      encode: { value, writer throws(WireError) in
        let value = UnsafeMutableRawPointer(value).assumingMemoryBound(to: Direct.self)
        try writer.encodeOutermost(direct: value)
      })
  }
}

extension WireReader {
  /// Reads one value of a type that codes itself, between values.
  @inlinable @inline(__always)
  mutating func decodeOutermost<Direct: WireCodable>(
    direct type: Direct.Type
  ) throws(WireError) -> Direct {
    let start = offset
    if bytes.end <= limits.maximumBytes {
      beginRoot()
      depth = 1
      let value = try? Direct(reading: &self)
      depth = 0
      if let value { return value }
    }
    return try fail(Direct.self, from: start)
  }

  /// The error of a value that others follow.
  @usableFromInline
  var hasRest: WireError { WireError(.trailingBytes(remaining), offset: offset) }

  /// Reads what could not be read once more, by the way that says what is wrong with it, and where.
  @usableFromInline @inline(never)
  mutating func fail<Direct: WireCodable>(
    _ type: Direct.Type, from start: Int
  ) throws(WireError) -> Direct {
    offset = start
    memoryLeft = limits.memoryBytes
    return try decodeGeneric(type)
  }
}

extension WireWriter {
  /// Writes one value of a type that codes itself, between values.
  @inlinable @inline(__always)
  mutating func encodeOutermost<Direct: WireCodable>(
    direct value: UnsafeMutablePointer<Direct>
  ) throws(WireError) {
    let start = state.pointee.count
    state.pointee.beginRoot()
    state.pointee.depth = 1
    do throws(WireError) {
      try value.pointee.encode(into: &self)
      state.pointee.depth = 0
      if state.pointee.count - start <= state.pointee.maximumBytes { return }
    } catch {}
    try fail(value, from: start)
  }

  /// Writes what could not be written once more, by the way that says what is wrong with it.
  @usableFromInline @inline(never)
  mutating func fail<Direct: WireCodable>(
    _ value: UnsafeMutablePointer<Direct>, from start: Int
  ) throws(WireError) {
    state.pointee.restore(count: start, frameCount: 0, depth: 0)
    try encodeOutermost(value.pointee)
  }
}
