// The scalars encode themselves, so that generic code finds them as it finds any such type.

extension Bool: WireCodable {
  /// Writes one value.
  @inlinable
  public func encode(into writer: inout WireWriter) { writer.state.pointee.write(self) }

  /// Reads one value.
  @inlinable
  public init(reading reader: inout WireReader) throws(WireError) {
    self = try reader.decode(Bool.self)
  }
}

extension String: WireCodable {
  /// Writes one value.
  @inlinable
  public func encode(into writer: inout WireWriter) { writer.state.pointee.write(self) }

  /// Reads one value.
  @inlinable
  public init(reading reader: inout WireReader) throws(WireError) {
    self = try reader.decode(String.self)
  }
}

extension Double: WireCodable {
  /// Writes one value.
  @inlinable
  public func encode(into writer: inout WireWriter) { writer.state.pointee.write(self) }

  /// Reads one value.
  @inlinable
  public init(reading reader: inout WireReader) throws(WireError) {
    self = try reader.decode(Double.self)
  }
}

extension Float: WireCodable {
  /// Writes one value.
  @inlinable
  public func encode(into writer: inout WireWriter) { writer.state.pointee.write(self) }

  /// Reads one value.
  @inlinable
  public init(reading reader: inout WireReader) throws(WireError) {
    self = try reader.decode(Float.self)
  }
}
