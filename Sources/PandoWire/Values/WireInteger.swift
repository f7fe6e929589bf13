/// An integer of the standard library: encoded by its value, whatever its width.
public protocol WireInteger: FixedWidthInteger, WireCodable {}

extension WireInteger {
  /// Writes one value.
  @inlinable
  public func encode(into writer: inout WireWriter) { writer.state.pointee.write(self) }

  /// Reads one value.
  @inlinable
  public init(reading reader: inout WireReader) throws(WireError) {
    self = try reader.decode(Self.self)
  }
}

extension Int: WireInteger {}
extension Int8: WireInteger {}
extension Int16: WireInteger {}
extension Int32: WireInteger {}
extension Int64: WireInteger {}
extension UInt: WireInteger {}
extension UInt8: WireInteger {}
extension UInt16: WireInteger {}
extension UInt32: WireInteger {}
extension UInt64: WireInteger {}
extension Int128: WireInteger {}
extension UInt128: WireInteger {}
