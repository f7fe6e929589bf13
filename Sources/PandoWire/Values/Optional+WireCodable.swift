extension Optional: WireCodable where Wrapped: Codable {
  /// Writes nil, or the wrapped value; an Optional of an Optional keeps its levels apart.
  public func encode(into writer: inout WireWriter) throws(WireError) {
    switch self {
    case nil: writer.encodeNil()
    case let wrapped?:
      if TypePlan.of(Wrapped.self).pointee.isOptional { writer.append(WireTag.some) }
      try writer.encodeInner(wrapped)
    }
  }

  /// Reads nil, or the wrapped value.
  public init(reading reader: inout WireReader) throws(WireError) {
    switch try reader.bytes.tag(reader.offset) {
    case WireTag.null, WireTag.absent:
      reader.offset &+= 1
      self = nil
    case WireTag.some:
      reader.offset &+= 1
      self = try reader.decodeInner(Wrapped.self)
    default:
      self = try reader.decodeInner(Wrapped.self)
    }
  }
}
