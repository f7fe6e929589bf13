// The scalars, one by one, so that a call with a known type needs neither a table nor a witness. None
// throws; they say so all the same, for code that is generated without knowing the types.
extension WireWriter {
  /// Writes one value.
  @inlinable @inline(__always)
  public mutating func encode(_ value: Bool) throws(WireError) { state.pointee.write(value) }

  /// Writes one value.
  @inlinable @inline(__always)
  public mutating func encode(_ value: String) throws(WireError) { state.pointee.write(value) }

  /// Writes one value.
  @inlinable @inline(__always)
  public mutating func encode(_ value: Double) throws(WireError) { state.pointee.write(value) }

  /// Writes one value.
  @inlinable @inline(__always)
  public mutating func encode(_ value: Float) throws(WireError) { state.pointee.write(value) }

  /// Writes one value.
  @inlinable @inline(__always)
  public mutating func encode(_ value: Int) throws(WireError) { state.pointee.write(value) }

  /// Writes one value.
  @inlinable @inline(__always)
  public mutating func encode(_ value: Int8) throws(WireError) { state.pointee.write(value) }

  /// Writes one value.
  @inlinable @inline(__always)
  public mutating func encode(_ value: Int16) throws(WireError) { state.pointee.write(value) }

  /// Writes one value.
  @inlinable @inline(__always)
  public mutating func encode(_ value: Int32) throws(WireError) { state.pointee.write(value) }

  /// Writes one value.
  @inlinable @inline(__always)
  public mutating func encode(_ value: Int64) throws(WireError) { state.pointee.write(value) }

  /// Writes one value.
  @inlinable @inline(__always)
  public mutating func encode(_ value: UInt) throws(WireError) { state.pointee.write(value) }

  /// Writes one value.
  @inlinable @inline(__always)
  public mutating func encode(_ value: UInt8) throws(WireError) { state.pointee.write(value) }

  /// Writes one value.
  @inlinable @inline(__always)
  public mutating func encode(_ value: UInt16) throws(WireError) { state.pointee.write(value) }

  /// Writes one value.
  @inlinable @inline(__always)
  public mutating func encode(_ value: UInt32) throws(WireError) { state.pointee.write(value) }

  /// Writes one value.
  @inlinable @inline(__always)
  public mutating func encode(_ value: UInt64) throws(WireError) { state.pointee.write(value) }

  /// Writes one value.
  public mutating func encode(_ value: Int128) throws(WireError) { state.pointee.write(value) }

  /// Writes one value.
  public mutating func encode(_ value: UInt128) throws(WireError) { state.pointee.write(value) }
}
