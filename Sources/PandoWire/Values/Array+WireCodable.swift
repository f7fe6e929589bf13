extension Array: WireCodable where Element: Codable {
  /// Writes numbers as one run of bytes, anything else as a list.
  public func encode(into writer: inout WireWriter) throws(WireError) {
    if let kind = PackedKind(Element.self) {
      withUnsafeBytes { writer.state.pointee.writePacked(kind, count: count, $0) }
      return
    }
    try writer.beginList()
    try writer.encodeElements(of: self)
    writer.endList()
  }

  /// Reads a run of numbers, or a list.
  public init(reading reader: inout WireReader) throws(WireError) {
    guard try reader.bytes.tag(reader.offset) == WireTag.packed else {
      var elements: [Element] = []
      try reader.beginList()
      try reader.decodeElements(Element.self) { elements.append($0) }
      self = elements
      return
    }
    if let elements = try reader.readPacked(of: Element.self) {
      self = elements
    } else {
      self = try reader.readExpanded([Element].self)
    }
  }
}

extension WireWriter {
  /// Writes every element as one value.
  mutating func encodeElements<Elements: Sequence>(
    of elements: Elements
  ) throws(WireError) where Elements.Element: Encodable {
    if let direct = TypePlan.of(Elements.Element.self).pointee.direct {
      for element in elements { try encodeDirectly(element, as: direct) }
      return
    }
    let session = session
    do {
      for element in elements { try session.encodeThroughCodable(element) }
    } catch {
      throw session.wireError(error)
    }
  }

  @inline(__always)
  mutating func encodeDirectly<Value, Direct: WireCodable>(
    _ value: borrowing Value, as _: Direct.Type
  ) throws(WireError) {
    try withUnsafePointer(to: value) { pointer throws(WireError) in
      // The table found `Direct` as the type of `Value` itself.
      try UnsafeRawPointer(pointer).assumingMemoryBound(to: Direct.self).pointee
        .encode(into: &self)
    }
  }

  /// Writes one value, as part of another that counts as the level.
  mutating func encodeInner<Value: Encodable>(_ value: Value) throws(WireError) {
    if let direct = TypePlan.of(Value.self).pointee.direct {
      let start = state.pointee.count
      let depth = state.pointee.depth
      do throws(WireError) {
        return try encodeDirectly(value, as: direct)
      } catch {
        throw takenBack(error, to: start, depth: depth)
      }
    }
    do {
      try session.encodeThroughCodable(value)
    } catch {
      throw session.wireError(error)
    }
  }
}

extension WireReader {
  /// Reads a run of numbers of this very type; nil, and nothing read, when the run is of another
  /// type.
  mutating func readPacked<Element>(of type: Element.Type) throws(WireError) -> [Element]? {
    var next = offset + 1
    let header = try bytes.packedHeader(&next)
    guard PackedKind(type) == header.kind else { return nil }
    let source = bytes.slice(next, count: header.byteCount)
    if header.kind == .bool, let wrong = source.firstIndex(where: { $0 > 1 }) {
      throw WireError(
        .mismatch(expected: "Bool", found: "the byte \(source[wrong])"), offset: next + wrong)
    }
    offset = next + header.byteCount
    // An empty array is shared by all threads, and the initializer below would write to it.
    if header.count == 0 { return [] }
    // The bytes hold this many numbers of this type, checked above; any bits are one, but for Bool,
    // checked above.
    return [Element](unsafeUninitializedCapacity: header.count) { buffer, count in
      UnsafeMutableRawBufferPointer(buffer).copyMemory(from: source)
      count = header.count
    }
  }
}

extension WireBytes {
  /// Turns the run of numbers at an offset into a list, which takes at most about twice the bytes.
  func expandPacked(_ offset: inout Int) throws(WireError) -> [UInt8] {
    offset += 1
    let header = try packedHeader(&offset)
    var state = WireWriter()
    state.append(WireTag.list)
    for _ in 0..<header.count { try state.encodePacked(header.kind, from: self, &offset) }
    state.append(WireTag.end)
    return state.finish()
  }
}

extension WireWriter {
  fileprivate mutating func encodePacked(
    _ kind: PackedKind, from bytes: WireBytes, _ offset: inout Int
  ) throws(WireError) {
    switch kind {
    case .bool: try encode(try bytes.fixed(&offset, as: UInt8.self) != 0)
    case .uint8: try encode(try bytes.fixed(&offset, as: UInt8.self))
    case .int8: try encode(try bytes.fixed(&offset, as: Int8.self))
    case .uint16: try encode(try bytes.fixed(&offset, as: UInt16.self))
    case .int16: try encode(try bytes.fixed(&offset, as: Int16.self))
    case .uint32: try encode(try bytes.fixed(&offset, as: UInt32.self))
    case .int32: try encode(try bytes.fixed(&offset, as: Int32.self))
    case .uint64: try encode(try bytes.fixed(&offset, as: UInt64.self))
    case .int64: try encode(try bytes.fixed(&offset, as: Int64.self))
    case .float: try encode(Float(bitPattern: try bytes.fixed(&offset)))
    case .double: try encode(Double(bitPattern: try bytes.fixed(&offset)))
    }
  }
}
