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

extension Int: WireCodable {
  /// Writes one value.
  @inlinable
  public func encode(into writer: inout WireWriter) { writer.state.pointee.write(self) }

  /// Reads one value.
  @inlinable
  public init(reading reader: inout WireReader) throws(WireError) {
    self = try reader.decode(Int.self)
  }
}

extension Int8: WireCodable {
  /// Writes one value.
  @inlinable
  public func encode(into writer: inout WireWriter) { writer.state.pointee.write(self) }

  /// Reads one value.
  @inlinable
  public init(reading reader: inout WireReader) throws(WireError) {
    self = try reader.decode(Int8.self)
  }
}

extension Int16: WireCodable {
  /// Writes one value.
  @inlinable
  public func encode(into writer: inout WireWriter) { writer.state.pointee.write(self) }

  /// Reads one value.
  @inlinable
  public init(reading reader: inout WireReader) throws(WireError) {
    self = try reader.decode(Int16.self)
  }
}

extension Int32: WireCodable {
  /// Writes one value.
  @inlinable
  public func encode(into writer: inout WireWriter) { writer.state.pointee.write(self) }

  /// Reads one value.
  @inlinable
  public init(reading reader: inout WireReader) throws(WireError) {
    self = try reader.decode(Int32.self)
  }
}

extension Int64: WireCodable {
  /// Writes one value.
  @inlinable
  public func encode(into writer: inout WireWriter) { writer.state.pointee.write(self) }

  /// Reads one value.
  @inlinable
  public init(reading reader: inout WireReader) throws(WireError) {
    self = try reader.decode(Int64.self)
  }
}

extension UInt: WireCodable {
  /// Writes one value.
  @inlinable
  public func encode(into writer: inout WireWriter) { writer.state.pointee.write(self) }

  /// Reads one value.
  @inlinable
  public init(reading reader: inout WireReader) throws(WireError) {
    self = try reader.decode(UInt.self)
  }
}

extension UInt8: WireCodable {
  /// Writes one value.
  @inlinable
  public func encode(into writer: inout WireWriter) { writer.state.pointee.write(self) }

  /// Reads one value.
  @inlinable
  public init(reading reader: inout WireReader) throws(WireError) {
    self = try reader.decode(UInt8.self)
  }
}

extension UInt16: WireCodable {
  /// Writes one value.
  @inlinable
  public func encode(into writer: inout WireWriter) { writer.state.pointee.write(self) }

  /// Reads one value.
  @inlinable
  public init(reading reader: inout WireReader) throws(WireError) {
    self = try reader.decode(UInt16.self)
  }
}

extension UInt32: WireCodable {
  /// Writes one value.
  @inlinable
  public func encode(into writer: inout WireWriter) { writer.state.pointee.write(self) }

  /// Reads one value.
  @inlinable
  public init(reading reader: inout WireReader) throws(WireError) {
    self = try reader.decode(UInt32.self)
  }
}

extension UInt64: WireCodable {
  /// Writes one value.
  @inlinable
  public func encode(into writer: inout WireWriter) { writer.state.pointee.write(self) }

  /// Reads one value.
  @inlinable
  public init(reading reader: inout WireReader) throws(WireError) {
    self = try reader.decode(UInt64.self)
  }
}

extension Int128: WireCodable {
  /// Writes one value.
  @inlinable
  public func encode(into writer: inout WireWriter) { writer.state.pointee.write(self) }

  /// Reads one value.
  @inlinable
  public init(reading reader: inout WireReader) throws(WireError) {
    self = try reader.decode(Int128.self)
  }
}

extension UInt128: WireCodable {
  /// Writes one value.
  @inlinable
  public func encode(into writer: inout WireWriter) { writer.state.pointee.write(self) }

  /// Reads one value.
  @inlinable
  public init(reading reader: inout WireReader) throws(WireError) {
    self = try reader.decode(UInt128.self)
  }
}
